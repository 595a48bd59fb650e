import { startSca } from '@xs2a/approvals';
import { type confirmCreditor as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import { paymentParent } from '../model/sca-parent.ts';
import { requestedContent } from '../orders/rules-by-service.ts';
import { isPayeeConfirmed, statusForTpp } from '../payee-verification/payee-confirmation.ts';
import { findPayment } from '../reading/find-payment.ts';

/** Stores that the PSU confirmed the payee through the TPP, and returns the next step. A repetition returns the same. */
export async function confirmCreditor(
  context: PaymentsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { profile } = context;
  const found = await findPayment(context, request);
  const payment = isPayeeConfirmed(found) ? found : await confirm(context, found);
  const transactionStatus = statusForTpp(profile, payment);
  if (transactionStatus !== 'RCVC') {
    throw new Xs2aError('statusInvalid', {
      text: `nothing is to be confirmed: its transactionStatus is ${transactionStatus}`,
    });
  }
  const about = { parent: paymentParent(payment), content: requestedContent(payment), combined: payment.combined };
  return { transactionStatus, ...(await startSca(context, request.tpp, payment, about)) };
}

/** Confirms the result of the latest check, unless another one has begun since the payment was read. */
async function confirm({ payments, now }: PaymentsContext, payment: Payment): Promise<Payment> {
  const { _id, payeeChecks = [] } = payment;
  const latest = payeeChecks.at(-1);
  if (latest?.result === undefined || payment.transactionStatus !== 'RCVD') return payment;
  const confirmed = await payments.findOneAndUpdate(
    { _id, transactionStatus: 'RCVD', payeeChecks: { $size: payeeChecks.length } },
    { $set: { payeeConfirmed: { requestId: latest.requestId, at: now() } } },
    { returnDocument: 'after' },
  );
  if (confirmed === null) throw new Xs2aError('statusConflict');
  return confirmed;
}
