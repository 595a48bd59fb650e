import type { readPaymentStatus as operation, ReplyOf } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import { findPayment, type PaymentAddress } from './find-payment.ts';
import { STATUS_FIELDS, statusAnswer } from './status-answer.ts';

export async function readPaymentStatus(
  context: PaymentsContext,
  address: PaymentAddress,
): Promise<ReplyOf<typeof operation>> {
  return statusAnswer(await findPayment(context, address, STATUS_FIELDS), context.profile);
}
