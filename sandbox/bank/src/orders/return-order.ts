import type { BankContext } from '../context.ts';
import { postBooking } from '../ledger/post-booking.ts';
import { internalAccountId } from '../model/internal-account.ts';
import type { Order } from '../model/order.ts';

/**
 * Credits the debtor of an executed order again, at the expense of the bank: whether the creditor gives the money back is another
 * matter. Returns the credited account, or null if another request was first.
 */
export async function returnOrder(context: BankContext, order: Order): Promise<string | null> {
  const { postings, entries, database, orders, now } = context;
  const booked = await postings.findOne({ paymentId: order._id });
  const debit = booked?.lines.find(({ amount }) => amount < 0n);
  const entry = await entries.findOne({ _id: `${order._id}-D` });
  if (debit === undefined || entry === null) throw new Error(`order ${order._id} has no posting`);
  const { ledgerAccountId, currency, amount } = debit;
  const { bankTransactionCode, ...details } = entry.details;
  const code = bankTransactionCode?.replace(/[A-Z]{4}$/, 'RRTN');
  const at = now();
  const lines = [
    {
      ledgerAccountId,
      currency,
      amount: -amount,
      entry: { reference: `${order._id}-R`, details: { ...details, ...(code && { bankTransactionCode: code }) } },
    },
    { ledgerAccountId: internalAccountId('clearing', currency), currency, amount },
  ];
  return context.background.inSequence('ledger', () =>
    database.transaction(async (session) => {
      const first = { _id: order._id, status: 'executed' as const, returnedAt: { $exists: false } };
      const { matchedCount } = await orders.updateOne(first, { $set: { returnedAt: at } }, { session });
      if (matchedCount === 0) return null;
      await postBooking(context, { id: `${order._id}-R`, at, lines }, session);
      return ledgerAccountId;
    }),
  );
}
