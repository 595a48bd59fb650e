import type { readPaymentStatus as operation, ReplyOf } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import { payeesToConfirm, statusForTpp, TOLD_FIELDS } from '../payee-verification/payee-confirmation.ts';
import { findPayment, type PaymentAddress } from './find-payment.ts';
import { STATUS_FIELDS, statusAnswer } from './status-answer.ts';

export async function readPaymentStatus(
  context: PaymentsContext,
  address: PaymentAddress,
): Promise<ReplyOf<typeof operation>> {
  const { profile } = context;
  const payment = await findPayment(context, address, [...STATUS_FIELDS, ...TOLD_FIELDS]);
  const toConfirm = await payeesToConfirm(context, payment);
  return {
    ...statusAnswer(payment, profile),
    transactionStatus: statusForTpp(profile, payment),
    ...(toConfirm && { originalTransactionInformationAndVopStatus: toConfirm }),
  };
}
