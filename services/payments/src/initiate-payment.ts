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
import { contentOf, orderKind, takeOrder } from './order-kinds.ts';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';
import type { StoredOrder } from './stored-order.ts';

type Request = RequestOf<typeof operation>;

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
  const content = contentOf(order);
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
async function storePayment(room: PaymentsRoom, request: Request): Promise<Payment> {
  const { order } = request;
  refuseUnofferedProduct(room.profile, order.paymentService, order.paymentProduct);
  if (orderKind(order.paymentService).isLong) {
    const stored = await storedBefore(room, request);
    if (stored !== null) return stored;
  }
  try {
    return await storeNew(room, request);
  } catch (refusal) {
    const stored = await storedBefore(room, request);
    if (stored === null || !(refusal instanceof Xs2aError)) throw refusal;
    return stored;
  }
}

function storedBefore(room: PaymentsRoom, { tpp, requestId, fingerprint }: Request): Promise<Payment | null> {
  return room.payments.findOne({ tppId: tpp.id, requestId, fingerprint });
}

async function storeNew(room: PaymentsRoom, request: Request): Promise<Payment> {
  const { order, store } = await takeOrder(room, request.order);
  orderKind(order.paymentService).refuse(room.profile, order, room.now());
  const payment = newPayment(room, request, order);
  if (store === undefined) return (await createOnce(room.payments, payment)).document;
  const together = (): Promise<void> =>
    room.database.transaction(async (session) => {
      await room.payments.insertOne(payment, { session });
      await store(payment._id, session);
    });
  return (await createOnce(room.payments, payment, together)).document;
}

function newPayment(room: PaymentsRoom, request: Request, order: StoredOrder): Payment {
  const { tpp, requestId, fingerprint, psu, wishes, rejectedWithoutFunds } = request;
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
    contentHash: contentHashOf(contentOf(order)),
    authorisations: [{ id: crypto.randomUUID() }],
    authoriseUntil: new Date(at.getTime() + room.profile.limits.authorisationHours * MS_PER_HOUR),
    ...kind.schedule(room.profile, order, at),
    submitted: false,
    ...(rejectedWithoutFunds !== undefined && { rejectedWithoutFunds }),
    history: [createdAs('RCVD', at, tpp, requestId)],
    outbox: [],
  };
}
