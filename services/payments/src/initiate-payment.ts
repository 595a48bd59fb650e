import { type initiatePayment as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { beginApprovals, begunSca, contentHashOf, createdAs, createOnce } from '@xs2a/service-kit';
import { refuseUnofferedProduct } from './check-product.ts';
import { contentOf, orderKind } from './order-kinds.ts';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

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
async function storePayment(room: PaymentsRoom, request: RequestOf<typeof operation>): Promise<Payment> {
  try {
    refuseUnfit(room, request);
  } catch (refusal) {
    const { tpp, requestId, fingerprint } = request;
    const stored = await room.payments.findOne({ tppId: tpp.id, requestId, fingerprint });
    if (stored === null || !(refusal instanceof Xs2aError)) throw refusal;
    return stored;
  }
  const { document } = await createOnce(room.payments, await newPayment(room, request));
  return document;
}

function refuseUnfit(room: PaymentsRoom, { order }: RequestOf<typeof operation>): void {
  refuseUnofferedProduct(room.profile, order.paymentService, order.paymentProduct);
  orderKind(order.paymentService).refuse(room.profile, order, room.now());
}

async function newPayment(room: PaymentsRoom, request: RequestOf<typeof operation>): Promise<Payment> {
  const { tpp, requestId, fingerprint, psu, wishes, order, rejectedWithoutFunds } = request;
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
