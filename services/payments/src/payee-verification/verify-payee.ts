import {
  verifyPayee as operation,
  PAYEE_VERIFICATION_MS,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { currentContext, runInContext } from '@xs2a/service-kit';
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
  await storeResult(context, payment, check, await askInTime(context, question));
}

/** Stores that no answer came in time. An answer that comes later is dropped. */
export function storeNoAnswer(context: CheckContext, payment: Payment, check: PayeeCheck): Promise<void> {
  return storeResult(context, payment, check, undefined);
}

/** Returns the bank's answer; undefined if none came in time. */
export function askInTime(
  context: Pick<CheckContext, 'bus'>,
  question: RequestOf<typeof operation>,
): Promise<Answer | undefined> {
  return inTime(() => askBank(context, question));
}

async function askBank(
  { bus }: Pick<CheckContext, 'bus'>,
  question: RequestOf<typeof operation>,
): Promise<Answer | undefined> {
  try {
    return await bus.askOnce(operation, question);
  } catch (error) {
    if (error instanceof Xs2aError) return undefined;
    throw error;
  }
}

/** Runs a check in the trace and by the clock of its caller, but with a time limit of its own. */
function inTime<T>(work: () => Promise<T>): Promise<T> {
  const { requestId, traceparent, scope } = currentContext();
  const deadline = Date.now() + PAYEE_VERIFICATION_MS;
  return runInContext({ requestId, traceparent, ...(scope && { scope }), deadline, patience: deadline }, work);
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
