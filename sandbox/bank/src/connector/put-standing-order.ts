import type { putStandingOrder as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';
import { feedAccount } from '../feed/feed-account.ts';

/** Stores a standing order and feeds it to accounts. An ended order stays ended, in whatever sequence messages arrive. */
export async function putStandingOrder(
  context: BankContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { debtorAccount, instructedAmount } = request.body;
  const accounts = await findAccounts(context, debtorAccount);
  const debited = accounts.find(
    ({ currency, customer }) => currency === instructedAmount.currency && customer.owners.includes(request.psuId),
  );
  const changed = await store(context, request, debited?._id);
  if (changed && debited !== undefined) {
    await context.background.soon(() => feedAccount(context, debited._id));
  }
  return { stored: true };
}

/** The account's version increases in the same transaction, so that the feed cannot miss the change. */
async function store(
  context: BankContext,
  { paymentId, body, active }: RequestOf<typeof operation>,
  ledgerAccountId: string | undefined,
): Promise<boolean> {
  try {
    return await context.database.transaction(async (session) => {
      const known = await context.standingOrders.findOne({ _id: paymentId }, { session });
      if (known?.active === active || known?.active === false) return false;
      const order = { body, active, ...(ledgerAccountId !== undefined && { ledgerAccountId }) };
      await context.standingOrders.updateOne({ _id: paymentId }, { $set: order }, { session, upsert: true });
      if (ledgerAccountId !== undefined) {
        const changed = { $inc: { orderChanges: 1 } };
        await context.ledgerAccounts.updateOne({ _id: ledgerAccountId }, changed, { session });
      }
      return true;
    });
  } catch (error) {
    // Another replica stored it at the same moment.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
