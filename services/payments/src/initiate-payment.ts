import {
  chooseScaApproach,
  type initiatePayment as operation,
  type ReplyOf,
  type RequestOf,
  type ScaContent,
  startAuthorisation,
  Xs2aError,
} from '@xs2a/contracts';
import { addDays, bankDay, contentHashOf, createdAs, createOnce } from '@xs2a/service-kit';
import { refuseUnfitForProduct, refuseUnofferedProduct } from './check-product.ts';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const MS_PER_HOUR = 3_600_000;

/**
 * Stores a payment as `RCVD` and starts its authorisation (implicit start). The authorisation's id is stored with the
 * payment, so that the same request repeated gets the same payment, the same authorisation and the same answer.
 */
export async function initiatePayment(
  room: PaymentsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { document: payment } = await createOnce(room.payments, newPayment(room, request));
  const [authorisation] = payment.authorisations;
  const scaApproach = chooseScaApproach(room.profile, payment.wishes, contentOf(payment)) ?? 'REDIRECT';
  const { _id, paymentService, paymentProduct } = payment;
  const started = await room.bus.ask(startAuthorisation, {
    tpp: request.tpp,
    authorisationId: authorisation?.id ?? '',
    parent: { kind: 'payment', id: _id, paymentService, paymentProduct },
    content: contentOf(payment),
    contentHash: payment.contentHash,
    psu: payment.namedPsu,
    wishes: payment.wishes,
    scaApproach,
  });
  const psuKnown = payment.namedPsu !== undefined;
  return { paymentId: _id, transactionStatus: 'RCVD', scaApproach, psuKnown, authorisation: started };
}

/** What the PSU approves: amount and payee first of all (dynamic linking, RTS 2018/389 Art. 5). */
function contentOf({
  paymentService,
  paymentProduct,
  body,
}: Pick<Payment, 'paymentService' | 'paymentProduct' | 'body'>): ScaContent {
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

function newPayment(room: PaymentsRoom, request: RequestOf<typeof operation>): Payment {
  const { tpp, requestId, fingerprint, psu, wishes, order } = request;
  if (order.paymentService !== 'payments') throw new Xs2aError('productUnknown');
  const { paymentService, paymentProduct, body } = order;
  refuseUnofferedProduct(room.profile, paymentService, paymentProduct);
  refuseUnfitForProduct(paymentProduct, body);
  const at = room.now();
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
    contentHash: contentHashOf(contentOf(order)),
    authorisations: [{ id: crypto.randomUUID() }],
    authoriseUntil: new Date(at.getTime() + room.profile.limits.authorisationHours * MS_PER_HOUR),
    executeOn: executionDay(room, body.requestedExecutionDate),
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
