import {
  type readPayment as contentOperation,
  type listPaymentAuthorisations,
  type ReplyOf,
  type RequestOf,
  type readPaymentStatus as statusOperation,
  Xs2aError,
} from '@xs2a/contracts';
import type { WithId } from 'mongodb';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';
import { STATUS_FIELDS, statusAnswer } from './status-answer.ts';

type Addressed = RequestOf<typeof statusOperation>;

/**
 * The payment that a TPP addresses, found by its id alone (without a plan to make). Foreign and unknown are one answer; its
 * own payment under another service or product is named as such (field guide 8.2).
 */
async function findAddressed(
  room: PaymentsRoom,
  { tpp, paymentService, paymentProduct, paymentId }: Addressed,
  fields: readonly (keyof Payment)[],
): Promise<WithId<Payment>> {
  const projection = Object.fromEntries(
    ['tppId', 'paymentService', 'paymentProduct', ...fields].map((field) => [field, 1]),
  );
  const payment = await room.payments.findOne({ _id: paymentId }, { projection });
  if (payment?.tppId !== tpp.id) throw new Xs2aError('resourceUnknown');
  if (payment.paymentService !== paymentService || payment.paymentProduct !== paymentProduct) {
    throw new Xs2aError('productNotOfPayment');
  }
  return payment;
}

/** What was posted, and the debtor's name once the debtor authorised it. */
export async function readPayment(room: PaymentsRoom, addressed: Addressed): Promise<ReplyOf<typeof contentOperation>> {
  const fields = ['transactionStatus', 'debtorName', 'order'] as const;
  const { transactionStatus, debtorName, order } = await findAddressed(room, addressed, fields);
  return { transactionStatus, order, ...(debtorName !== undefined && { debtorName }) };
}

export async function readPaymentStatus(
  room: PaymentsRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof statusOperation>> {
  return statusAnswer(await findAddressed(room, addressed, STATUS_FIELDS), room.profile);
}

export async function listAuthorisations(
  room: PaymentsRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof listPaymentAuthorisations>> {
  const { authorisations } = await findAddressed(room, addressed, ['authorisations']);
  return { authorisationIds: authorisations.map(({ id }) => id) };
}
