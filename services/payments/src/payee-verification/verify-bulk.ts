import { isDuplicateKey, isStopping } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import type { BulkTransfer } from '../model/bulk-message.ts';
import type { PayeeCheck, PayeeResults } from '../model/payee-check.ts';
import type { Payment } from '../model/payment.ts';
import { askOfPayee, UNANSWERED } from './ask-of-payee.ts';
import { isInScope, partsOf, storedResults } from './bulk-results.ts';
import { inTurn } from './part-turns.ts';

/** Milliseconds that the check of a bulk may take. What was not asked by then was not possible. */
const BULK_VERIFICATION_MS = 600_000;

type BulkContext = Pick<
  PaymentsContext,
  'payments' | 'bulkTransfers' | 'payeeResults' | 'bus' | 'now' | 'profile' | 'observeVerification'
>;
type Result = PayeeResults['results'][number];

/** Ids of the checks that this process runs. */
const running = new Set<string>();

/**
 * Verifies the payees of a bulk, some at once, and stores the results as they come. What another process has stored is not asked
 * again. Returns whether all results are stored: otherwise the job goes on with it later.
 */
export async function verifyBulk(context: BulkContext, payment: Payment, check: PayeeCheck): Promise<boolean> {
  const { requestId } = check;
  if (running.has(requestId)) return false;
  running.add(requestId);
  try {
    return await storeResults(context, payment, check);
  } finally {
    running.delete(requestId);
  }
}

async function storeResults(context: BulkContext, payment: Payment, check: PayeeCheck): Promise<boolean> {
  const { payments, payeeResults, now } = context;
  const stored = await storedResults(context, payment._id, check);
  for await (const { _id, transfers } of partsOf(context, payment._id, check)) {
    if (stored.has(_id)) continue;
    if (isStopping()) return false;
    const results = await inTurn(() => {
      const isOver = now().getTime() - check.askedAt.getTime() > BULK_VERIFICATION_MS;
      return Promise.all(transfers.map((transfer) => resultOf(context, payment, transfer, isOver)));
    });
    await insertOnce(payeeResults, { _id, paymentId: payment._id, requestId: check.requestId, at: now(), results });
    const renewed = await payments.updateOne(
      { _id: payment._id, payeeAskedAt: { $exists: true }, 'payeeChecks.requestId': check.requestId },
      { $set: { payeeAskedAt: now() } },
    );
    if (renewed.matchedCount === 0) return false;
  }
  return true;
}

async function resultOf(
  context: BulkContext,
  { order: { paymentProduct } }: Payment,
  transfer: BulkTransfer,
  isOver: boolean,
): Promise<Result> {
  if (!isInScope(context.profile, paymentProduct, transfer)) return null;
  const { creditorName: name = '', creditorAccount, creditorAgent: bic } = transfer;
  const requestId = crypto.randomUUID();
  if (isOver) return { requestId, ...UNANSWERED };
  const question = { requestId, iban: creditorAccount?.iban ?? '', name, ...(bic && { bic }) };
  return { requestId, ...(await askOfPayee(context, question)) };
}

async function insertOnce(payeeResults: PaymentsContext['payeeResults'], document: PayeeResults): Promise<void> {
  try {
    await payeeResults.insertOne(document);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
