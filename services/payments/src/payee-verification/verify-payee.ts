import { verifyPayee as operation, PAYEE_VERIFICATION_MS, type ReplyOf } from '@xs2a/contracts';
import { askBankInTime } from '../ask-bank-in-time.ts';
import type { PaymentsContext } from '../context.ts';
import type { PayeeCheck } from '../model/payee-check.ts';
import type { Payment } from '../model/payment.ts';

type CheckContext = Pick<PaymentsContext, 'payments' | 'bus' | 'now'>;
type Answer = ReplyOf<typeof operation>;

/** Runs the latest check of a payment, while its caller does something else. A job repeats a check that a crash cut off. */
export function verifyPayeeBeside(context: PaymentsContext, payment: Payment): void {
  verifyPayee(context, payment).catch((error: unknown) =>
    context.log.warn({ err: error, paymentId: payment._id }, 'the result of a verification of payee was not stored'),
  );
}

/** Asks the bank whether the payee's name belongs to its account, and stores the result. */
export async function verifyPayee(context: CheckContext, payment: Payment): Promise<void> {
  const { order, payeeChecks } = payment;
  const check = payeeChecks?.at(-1);
  if (check === undefined || order.paymentService === 'bulk-payments') return;
  const { creditorAccount, creditorAgent: bic, creditorName: name } = order.body;
  const question = { requestId: check.requestId, iban: creditorAccount.iban ?? '', name, ...(bic && { bic }) };
  await storeResult(
    context,
    payment,
    check,
    await askBankInTime(context.bus, operation, question, PAYEE_VERIFICATION_MS),
  );
}

/** Stores that no answer came in time. An answer that comes later is dropped. */
export function storeNoAnswer(context: CheckContext, payment: Payment, check: PayeeCheck): Promise<void> {
  return storeResult(context, payment, check, undefined);
}

/** The first result of a check counts. Names are kept with a close match only: the others disclose none. */
async function storeResult(
  { payments, now }: CheckContext,
  { _id, payeeChecks = [] }: Payment,
  { requestId }: PayeeCheck,
  answer: Answer | undefined,
): Promise<void> {
  const { partyNameMatch = 'NOAP', partyIdMatch, matchedName } = answer ?? {};
  const index = payeeChecks.findIndex((check) => check.requestId === requestId);
  const result: PayeeCheck['result'] = {
    partyNameMatch,
    ...(partyIdMatch && { partyIdMatch }),
    ...(partyNameMatch === 'CMTC' && matchedName !== undefined && { matchedName }),
    at: now(),
    ...(answer === undefined && { unanswered: true }),
  };
  await payments.updateOne(
    { _id, [`payeeChecks.${index}.requestId`]: requestId, [`payeeChecks.${index}.result`]: { $exists: false } },
    { $set: { [`payeeChecks.${index}.result`]: result }, $unset: { payeeAskedAt: '' } },
  );
}
