import type { AspspProfile } from '@xs2a/contracts';
import { announceMessages, notificationBeforeFirstChange, type OutboxEntry } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import type { PayeeAnswer, PayeeCheck } from '../model/payee-check.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import { askOfPayee, UNANSWERED } from './ask-of-payee.ts';
import { bulkVerification, codeOfBulk } from './bulk-results.ts';
import { statusForTpp } from './payee-confirmation.ts';
import { verifyBulk } from './verify-bulk.ts';

type CheckContext = Pick<
  PaymentsContext,
  'payments' | 'bulkTransfers' | 'payeeResults' | 'bus' | 'now' | 'profile' | 'observeVerification'
>;

/** Runs the latest check of a payment in the background. A job continues one that a crash cut off. */
export function verifyPayeeInBackground(context: PaymentsContext, payment: Payment): void {
  verifyPayee(context, payment).catch((error: unknown) =>
    context.log.warn({ err: error, paymentId: payment._id }, 'the result of a verification of payee was not stored'),
  );
}

/** Asks the bank whether the payees' names belong to their accounts, and stores the result. */
export async function verifyPayee(context: CheckContext, payment: Payment): Promise<void> {
  const { order, payeeChecks } = payment;
  const check = payeeChecks?.at(-1);
  if (check === undefined) return;
  if (order.paymentService === 'bulk-payments') {
    if (!(await verifyBulk(context, payment, check))) return;
    const counts = (await bulkVerification(context, payment, check))?.counts;
    await storeResult(context, payment, check, {
      partyNameMatch: counts ? codeOfBulk(counts) : 'MTCH',
      ...(counts && { counts }),
    });
    return;
  }
  const { creditorAccount, creditorAgent: bic, creditorName: name } = order.body;
  const question = { requestId: check.requestId, iban: creditorAccount.iban ?? '', name, ...(bic && { bic }) };
  await storeResult(context, payment, check, await askOfPayee(context, question));
}

/** Stores that no answer came in time. An answer that comes later is dropped. */
export function storeNoAnswer(
  context: Pick<CheckContext, 'payments' | 'now' | 'profile'>,
  payment: Payment,
  check: PayeeCheck,
): Promise<void> {
  return storeResult(context, payment, check, UNANSWERED);
}

/** The first result of a check counts. A TPP that asked for it is notified, unless the payment has moved on. */
async function storeResult(
  { payments, now, profile }: Pick<CheckContext, 'payments' | 'now' | 'profile'>,
  payment: Payment,
  { requestId }: PayeeCheck,
  answer: PayeeAnswer,
): Promise<void> {
  const { _id, payeeChecks = [] } = payment;
  const index = payeeChecks.findIndex((check) => check.requestId === requestId);
  const at = now();
  const result: PayeeCheck['result'] = { ...answer, at };
  const open = {
    _id,
    [`payeeChecks.${index}.requestId`]: requestId,
    [`payeeChecks.${index}.result`]: { $exists: false },
  };
  const change = { $set: { [`payeeChecks.${index}.result`]: result }, $unset: { payeeAskedAt: '' as const } };
  const verified = {
    ...payment,
    payeeChecks: payeeChecks.with(index, { ...payeeChecks[index], result } as PayeeCheck),
  };
  const notices = noticesOf(profile, verified, at);
  if (notices.length > 0) {
    const changeAndNotify = { ...change, $push: { notices: { $each: notices } } };
    const { matchedCount } = await payments.updateOne({ ...open, transactionStatus: 'RCVD' }, changeAndNotify);
    if (matchedCount === 1) return announceMessages(payments, 'notices');
  }
  await payments.updateOne(open, change);
}

function noticesOf(profile: AspspProfile, payment: Payment, at: Date): OutboxEntry[] {
  const target = payment.payeeToldToTpp && PAYMENTS.notificationTarget?.(payment);
  return target ? notificationBeforeFirstChange(target, statusForTpp(profile, payment), at) : [];
}
