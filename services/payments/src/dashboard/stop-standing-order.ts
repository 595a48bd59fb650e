import { accountsInContent, type stopStandingOrder as operation, type ReplyOf, type RequestOf } from '@xs2a/contracts';
import { retryOnConflict } from '@xs2a/service-kit';
import { stopPayment } from '../cancellation/stop-payment.ts';
import type { PaymentsContext } from '../context.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import { paymentContent } from '../orders/rules-by-service.ts';
import { findStandingOrder } from './find-psu-standing-orders.ts';
import { mayStopAlone } from './standing-order-view.ts';

/**
 * Stops a standing order for a PSU who has signed in with two factors (decision 16). Like every cancellation, the write competes
 * with an execution, and the TPP is notified. After the answer, nothing more is executed. An order that has ended, or that the
 * PSU cannot stop alone, is unchanged.
 */
export function stopStandingOrder(
  context: PaymentsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return retryOnConflict(async () => {
    const payment = await findStandingOrder(context, request);
    if (!mayStopAlone(context.profile, payment, await signaturesOfToday(context, payment))) return answer(payment);
    const stopped = await stopPayment(context, payment, { by: 'psu', psuId: request.psuId });
    if (stopped === 'tooLate') return answer(payment);
    if (stopped === null) return null;
    await context.outbox.deliver(PAYMENTS, stopped);
    return answer(stopped);
  });
}

/** The required signers may have changed at the bank since the authorisation. Without an answer of the bank, the stored number counts. */
async function signaturesOfToday(
  { signingRules }: PaymentsContext,
  { order, corporateId, signaturesNeeded }: Payment,
): Promise<number | undefined> {
  const accounts = accountsInContent(paymentContent(order));
  return (await signingRules.signaturesNeeded(accounts, corporateId)) ?? signaturesNeeded;
}

function answer({ transactionStatus }: Payment): ReplyOf<typeof operation> {
  return { transactionStatus };
}
