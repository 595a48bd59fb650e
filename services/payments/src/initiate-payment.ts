import { type initiatePayment as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { beginApprovals, begunSca, contentHashOf, createdAs, createOnce } from '@xs2a/service-kit';
import { refuseUnofferedProduct } from './check-product.ts';
import { contentOf, orderKind, takeOrder } from './order-kinds.ts';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';
import type { StoredOrder } from './stored-order.ts';

type Request = RequestOf<typeof operation>;

const MS_PER_HOUR = 3_600_000;

/**
 * Stores a payment as `RCVD` and, where that is the bank's and the TPP's choice, starts its authorisation. The same request
 * repeated gets the same payment, the same authorisation and the same answer.
 */
export async function initiatePayment(
  room: PaymentsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const payment = await storePayment(room, request);
  const content = contentOf(payment.order);
  const begun = await begunSca(room, request.tpp, payment, { parent: parentOf(payment), content });
  return { paymentId: payment._id, transactionStatus: 'RCVD', ...begun };
}

/** What sca calls a payment. */
export function parentOf(
  { _id, paymentService, paymentProduct }: Payment,
  kind: 'payment' | 'cancellation' = 'payment',
) {
  return { kind, id: _id, paymentService, paymentProduct } as const;
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
  const payment = await newPayment(room, request, order);
  if (store === undefined) return (await createOnce(room.payments, payment)).document;
  const together = (): Promise<void> =>
    room.database.transaction(async (session) => {
      await room.payments.insertOne(payment, { session });
      await store(payment._id, session);
    });
  return (await createOnce(room.payments, payment, together)).document;
}

async function newPayment(room: PaymentsRoom, request: Request, order: StoredOrder): Promise<Payment> {
  const { tpp, requestId, fingerprint, psu, wishes, rejectedWithoutFunds } = request;
  const { paymentService, paymentProduct } = order;
  const kind = orderKind(paymentService);
  const at = room.now();
  const content = contentOf(order);
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
    contentHash: contentHashOf(content),
    ...(await beginApprovals(room, { requestId, fingerprint, psu, wishes }, content)),
    authoriseUntil: new Date(at.getTime() + room.profile.limits.authorisationHours * MS_PER_HOUR),
    ...kind.schedule(room.profile, order, at),
    submitted: false,
    ...(rejectedWithoutFunds !== undefined && { rejectedWithoutFunds }),
    history: [createdAs('RCVD', at, tpp, requestId)],
    outbox: [],
  };
}
