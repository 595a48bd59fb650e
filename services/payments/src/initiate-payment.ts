import {
  chooseScaApproach,
  type initiatePayment as operation,
  type ReplyOf,
  type RequestOf,
  startAuthorisation,
  Xs2aError,
} from '@xs2a/contracts';
import { contentHashOf, createdAs, createOnce } from '@xs2a/service-kit';
import { refuseUnofferedProduct } from './check-product.ts';
import { orderKind } from './order-kinds.ts';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const MS_PER_HOUR = 3_600_000;

/**
 * Stores a payment as `RCVD` and begins its authorisation. The authorisation's id is stored with the payment, so that the
 * same request repeated gets the same payment, the same authorisation and the same answer.
 */
export async function initiatePayment(
  room: PaymentsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const payment = await storePayment(room, request);
  return { paymentId: payment._id, transactionStatus: 'RCVD', ...(await beginSca(room, payment, request)) };
}

/** How SCA begins for a new payment (contracts, `scaStart`). */
async function beginSca(
  room: PaymentsRoom,
  payment: Payment,
  { tpp }: Pick<RequestOf<typeof operation>, 'tpp'>,
): Promise<Omit<ReplyOf<typeof operation>, 'paymentId' | 'transactionStatus'>> {
  const [authorisation] = payment.authorisations;
  const { _id, paymentService, paymentProduct, order } = payment;
  const content = orderKind(order.paymentService).contentOf(order);
  const scaApproach = chooseScaApproach(room.profile, payment.wishes, content) ?? 'REDIRECT';
  const started = await room.bus.ask(startAuthorisation, {
    tpp,
    authorisationId: authorisation?.id ?? '',
    parent: { kind: 'payment', id: _id, paymentService, paymentProduct },
    content,
    contentHash: payment.contentHash,
    psu: payment.namedPsu,
    wishes: payment.wishes,
    scaApproach,
  });
  return { scaApproach, psuKnown: payment.namedPsu !== undefined, authorisation: started };
}

/**
 * Days pass: what was taken yesterday might be refused today. A repeated request is known by what was stored, and gets
 * the answer that it got.
 */
async function storePayment(room: PaymentsRoom, request: RequestOf<typeof operation>): Promise<Payment> {
  try {
    refuseUnfit(room, request);
  } catch (refusal) {
    const { tpp, requestId, fingerprint } = request;
    const stored = await room.payments.findOne({ tppId: tpp.id, requestId, fingerprint });
    if (stored === null || !(refusal instanceof Xs2aError)) throw refusal;
    return stored;
  }
  const { document } = await createOnce(room.payments, newPayment(room, request));
  return document;
}

function refuseUnfit(room: PaymentsRoom, { order }: RequestOf<typeof operation>): void {
  refuseUnofferedProduct(room.profile, order.paymentService, order.paymentProduct);
  orderKind(order.paymentService).refuse(room.profile, order, room.now());
}

function newPayment(room: PaymentsRoom, request: RequestOf<typeof operation>): Payment {
  const { tpp, requestId, fingerprint, psu, wishes, order, rejectedWithoutFunds } = request;
  const { paymentService, paymentProduct } = order;
  const kind = orderKind(paymentService);
  const at = room.now();
  return {
    _id: crypto.randomUUID(),
    tppId: tpp.id,
    requestId,
    fingerprint,
    paymentService,
    paymentProduct,
    order,
    transactionStatus: 'RCVD',
    ...(psu && { namedPsu: psu }),
    wishes,
    contentHash: contentHashOf(kind.contentOf(order)),
    authorisations: [{ id: crypto.randomUUID() }],
    authoriseUntil: new Date(at.getTime() + room.profile.limits.authorisationHours * MS_PER_HOUR),
    ...kind.schedule(room.profile, order, at),
    submitted: false,
    ...(rejectedWithoutFunds !== undefined && { rejectedWithoutFunds }),
    history: [createdAs('RCVD', at, tpp, requestId)],
    outbox: [],
  };
}
