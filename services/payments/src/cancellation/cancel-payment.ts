import { mergeWishes, scaStartFor } from '@xs2a/approvals';
import {
  accountsInContent,
  type cancelPayment as operation,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { retryOnConflict } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import { paymentContent } from '../orders/rules-by-service.ts';
import { findPayment } from '../reading/find-payment.ts';
import { cancellationContent } from './cancellation-content.ts';
import { cancellationOf } from './cancellation-rules.ts';
import { stopPayment } from './stop-payment.ts';

type Request = RequestOf<typeof operation>;
type Reply = ReplyOf<typeof operation>;

/**
 * Cancels a payment for the TPP (decision 16): at once before all required PSUs have authorised it, or if the bank requires no
 * approval. Otherwise the payment is unchanged, and an authorisation of the cancellation can be started. A repeated request gets
 * the same answer; a cancelled payment stays cancelled.
 */
export async function cancelPayment(context: PaymentsContext, request: Request): Promise<Reply> {
  return retryOnConflict(async () => {
    const payment = await findPayment(context, request);
    const cancellation = cancellationOf(context.profile, payment);
    if (cancellation === 'tooLate') throw cancellationImpossibleError(payment);
    if (cancellation === 'cancelled') return cancelled(payment);
    if (cancellation === 'afterApproval') return requestApproval(context, payment, request);
    const stopped = await stopPayment(context, payment, { by: request.tpp });
    if (stopped === 'tooLate') throw new Xs2aError('cancellationImpossible', { text: 'the bank executes it already' });
    if (stopped === null) return null;
    await context.outbox.deliver(PAYMENTS, stopped);
    return cancelled(stopped);
  });
}

function cancellationImpossibleError({ transactionStatus, lastSubmitted }: Payment): Xs2aError {
  const why = lastSubmitted ? 'the bank has its last execution' : `its transactionStatus is ${transactionStatus}`;
  const text = `the payment cannot be cancelled any more: ${why}`;
  return new Xs2aError('cancellationImpossible', { text });
}

function cancelled({ transactionStatus, namedPsu }: Payment): Reply {
  return { transactionStatus, authorisationNeeded: false, psuKnown: namedPsu !== undefined };
}

/** Records a cancellation requested by the TPP that PSUs must approve. Returns null if the payment moved in between. */
async function requestApproval(
  context: PaymentsContext,
  payment: Payment,
  { wishes: requested }: Request,
): Promise<Reply | null> {
  // Also refuses a TPP-Redirect-URI that differs from the payment's.
  const wishes = mergeWishes(payment.wishes, requested);
  const { transactionStatus, namedPsu, cancellation } = payment;
  const stored = cancellation ?? (await storeCancellation(context, payment, wishes));
  if (stored === null) return null;
  const content = cancellationContent(payment);
  const start = scaStartFor(context.profile, stored.wishes, content, stored.signaturesNeeded);
  return { transactionStatus, authorisationNeeded: true, ...start, psuKnown: namedPsu !== undefined };
}

async function storeCancellation(
  { payments, signingRules, now }: PaymentsContext,
  { _id, order, transactionStatus, namedPsu, signaturesNeeded: ofPayment }: Payment,
  wishes: Request['wishes'],
): Promise<NonNullable<Payment['cancellation']> | null> {
  const accounts = accountsInContent(paymentContent(order));
  const ofCancellation = await signingRules.signaturesNeeded(accounts, namedPsu?.corporateId);
  const signaturesNeeded = ofCancellation ?? ofPayment;
  const cancellation = {
    requestedAt: now(),
    wishes,
    authorisations: [],
    signedBy: [],
    ...(signaturesNeeded !== undefined && { signaturesNeeded }),
  };
  const { matchedCount } = await payments.updateOne(
    { _id, transactionStatus, cancellation: { $exists: false } },
    { $set: { cancellation } },
  );
  return matchedCount === 1 ? cancellation : null;
}
