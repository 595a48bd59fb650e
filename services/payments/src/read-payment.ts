import {
  type readPayment as contentOperation,
  type listCancellationAuthorisations,
  type listPaymentAuthorisations,
  type PaymentOrder,
  type ReplyOf,
  type RequestOf,
  type readPaymentStatus as statusOperation,
  Xs2aError,
} from '@xs2a/contracts';
import { listedAuthorisations } from '@xs2a/service-kit';
import type { WithId } from 'mongodb';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';
import { STATUS_FIELDS, statusAnswer } from './status-answer.ts';
import type { StoredOrderOf } from './stored-order.ts';

type Addressed = RequestOf<typeof statusOperation>;

/**
 * The payment that a TPP addresses, found by its id alone (without a plan to make). Foreign and unknown are one answer; its
 * own payment under another service or product is named as such (field guide 8.2).
 */
export async function findAddressed(
  room: PaymentsRoom,
  { tpp, paymentService, paymentProduct, paymentId }: Addressed,
  fields?: readonly (keyof Payment)[],
): Promise<WithId<Payment>> {
  const shown = fields && ['tppId', 'paymentService', 'paymentProduct', ...fields].map((field) => [field, 1]);
  const options = shown && { projection: Object.fromEntries(shown) };
  const payment = await room.payments.findOne({ _id: paymentId }, options);
  if (payment?.tppId !== tpp.id) throw new Xs2aError('resourceUnknown');
  if (payment.paymentService !== paymentService || payment.paymentProduct !== paymentProduct) {
    throw new Xs2aError('productNotOfPayment');
  }
  return payment;
}

/** What was posted, and the debtor's name once the debtor authorised it. */
export async function readPayment(room: PaymentsRoom, addressed: Addressed): Promise<ReplyOf<typeof contentOperation>> {
  const fields = ['transactionStatus', 'debtorName', 'order'] as const;
  const { _id, transactionStatus, debtorName, order } = await findAddressed(room, addressed, fields);
  const posted = order.paymentService === 'bulk-payments' ? await postedMessage(room, _id, order) : order;
  return { transactionStatus, order: posted, ...(debtorName !== undefined && { debtorName }) };
}

/** The message as it was posted, byte by byte. */
async function postedMessage(
  { bulkMessages }: PaymentsRoom,
  paymentId: string,
  { paymentService, paymentProduct }: StoredOrderOf<'bulk-payments'>,
): Promise<PaymentOrder> {
  const message = await bulkMessages.findOne({ _id: paymentId }, { projection: { xml: 1 } });
  if (message === null) throw new Error('a bulk payment without its message');
  return { paymentService, paymentProduct, xml: message.xml };
}

export async function readPaymentStatus(
  room: PaymentsRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof statusOperation>> {
  return statusAnswer(await findAddressed(room, addressed, STATUS_FIELDS), room.profile);
}

export async function listCancellations(
  room: PaymentsRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof listCancellationAuthorisations>> {
  const { cancellation } = await findAddressed(room, addressed, ['cancellation']);
  return listedAuthorisations(room.bus, cancellation?.authorisations ?? []);
}

export async function listAuthorisations(
  room: PaymentsRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof listPaymentAuthorisations>> {
  const { authorisations } = await findAddressed(room, addressed, ['authorisations']);
  return listedAuthorisations(room.bus, authorisations);
}
