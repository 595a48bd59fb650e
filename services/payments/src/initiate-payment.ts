import {
  type initiatePayment as operation,
  type PaymentContent,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { addDays, bankDay, beginApprovals, begunSca, contentHashOf, createdAs, createOnce } from '@xs2a/service-kit';
import { refuseUnfitForProduct, refuseUnofferedProduct } from './check-product.ts';
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
  const { document: payment } = await createOnce(room.payments, await newPayment(room, request));
  const begun = await begunSca(room, request.tpp, payment, { parent: parentOf(payment), content: contentOf(payment) });
  return { paymentId: payment._id, transactionStatus: 'RCVD', ...begun };
}

/** What sca calls a payment. */
export function parentOf(
  { _id, paymentService, paymentProduct }: Payment,
  kind: 'payment' | 'cancellation' = 'payment',
) {
  return { kind, id: _id, paymentService, paymentProduct } as const;
}

/** What the PSU approves: amount and payee first of all (dynamic linking, RTS 2018/389 Art. 5). */
export function contentOf({
  paymentService,
  paymentProduct,
  body,
}: Pick<Payment, 'paymentService' | 'paymentProduct' | 'body'>): PaymentContent {
  const { instructedAmount, debtorAccount, creditorName, creditorAccount, requestedExecutionDate } = body;
  const remittanceInformation = remittanceOf(body);
  return {
    kind: 'payment',
    paymentService,
    paymentProduct,
    instructedAmount,
    debtorAccount,
    creditorName,
    creditorAccount,
    ...(remittanceInformation !== undefined && { remittanceInformation }),
    ...(requestedExecutionDate !== undefined && { requestedExecutionDate }),
  };
}

function remittanceOf(body: Payment['body']): string | undefined {
  const structured = body.remittanceInformationStructured;
  return body.remittanceInformationUnstructured ?? (typeof structured === 'object' ? structured.reference : structured);
}

async function newPayment(room: PaymentsRoom, request: RequestOf<typeof operation>): Promise<Payment> {
  const { tpp, requestId, fingerprint, psu, wishes, order } = request;
  if (order.paymentService !== 'payments') throw new Xs2aError('productUnknown');
  const { paymentService, paymentProduct, body } = order;
  refuseUnofferedProduct(room.profile, paymentService, paymentProduct);
  refuseUnfitForProduct(paymentProduct, body);
  const at = room.now();
  const executeOn = executionDay(room, body.requestedExecutionDate);
  const content = contentOf(order);
  return {
    _id: crypto.randomUUID(),
    tppId: tpp.id,
    requestId,
    fingerprint,
    paymentService,
    paymentProduct,
    body,
    transactionStatus: 'RCVD',
    ...(psu && { namedPsu: psu }),
    wishes,
    contentHash: contentHashOf(content),
    ...(await beginApprovals(room, { requestId, fingerprint, psu, wishes }, content)),
    authoriseUntil: new Date(at.getTime() + room.profile.limits.authorisationHours * MS_PER_HOUR),
    executeOn,
    submitted: false,
    history: [createdAs('RCVD', at, tpp, requestId)],
    outbox: [],
  };
}

function executionDay({ profile, now }: PaymentsRoom, requested: string | undefined): string {
  const today = bankDay(now(), profile);
  if (requested === undefined) return today;
  const latest = addDays(today, profile.limits.executionHorizonDays);
  if (requested < today || requested > latest) {
    const text = `must be from ${today} to ${latest}`;
    throw new Xs2aError('executionDateInvalid', { path: 'requestedExecutionDate', text });
  }
  return requested;
}
