import { contentHashOf, initialApprovals, startSca } from '@xs2a/approvals';
import { type initiatePayment as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { createdEntry, createOnce } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import { paymentParent } from '../model/sca-parent.ts';
import type { ParsedOrder } from '../orders/order-rules.ts';
import { orderRules, parseOrder, paymentContent, requestedContent } from '../orders/rules-by-service.ts';
import { firstCheck } from '../payee-verification/begin-check.ts';
import { isShownOnPage } from '../payee-verification/payee-confirmation.ts';
import { verifyPayeeInBackground } from '../payee-verification/verify-payee.ts';
import { refuseUnofferedProduct } from '../products/check-product.ts';
import { joinSession } from './join-session.ts';

type Request = RequestOf<typeof operation>;

const MS_PER_HOUR = 3_600_000;

/**
 * Stores a payment as `RCVD` and, with an implicit start, starts its authorisation. A repeated request gets the same payment,
 * authorisation and answer.
 */
export async function initiatePayment(context: PaymentsContext, request: Request): Promise<ReplyOf<typeof operation>> {
  const payment = await findOrStore(context, request);
  const { combined } = payment;
  const about = { parent: paymentParent(payment), content: requestedContent(payment), combined };
  const started = await startSca(context, request.tpp, payment, about);
  const { _id: paymentId, transliterated } = payment;
  const transactionStatus = payment.payeeToldToTpp ? 'RVNC' : 'RCVD';
  return { paymentId, transactionStatus, ...started, ...(transliterated && { transliterated }) };
}

/**
 * Finds or stores the payment. An order accepted yesterday may be refused today, because its day has passed, so a repeated
 * request gets the stored payment even if the order would be refused now.
 */
async function findOrStore(context: PaymentsContext, request: Request): Promise<Payment> {
  const { order } = request;
  refuseUnofferedProduct(context.profile, order.paymentService, order.paymentProduct);
  if (orderRules(order.paymentService).dedupeFirst) {
    const stored = await findStored(context, request);
    if (stored !== null) return stored;
  }
  try {
    return await store(context, request);
  } catch (refusal) {
    const stored = await findStored(context, request);
    if (stored === null || !(refusal instanceof Xs2aError)) throw refusal;
    return stored;
  }
}

function findStored(context: PaymentsContext, { tpp, requestId, fingerprint }: Request): Promise<Payment | null> {
  return context.payments.findOne({ tppId: tpp.id, requestId, fingerprint });
}

async function store(context: PaymentsContext, request: Request): Promise<Payment> {
  const { store: storeBesides, ...parsed } = await parseOrder(context, request.order);
  const { order } = parsed;
  orderRules(order.paymentService).refuse(context.profile, order, context.now());
  const payment = await newPayment(context, request, parsed);
  const together =
    storeBesides &&
    (() =>
      context.database.transaction(async (session) => {
        await context.payments.insertOne(payment, { session });
        await storeBesides(payment._id, session);
      }));
  const { document, created } = await createOnce(context.payments, payment, together);
  if (created) verifyPayeeInBackground(context, document);
  return document;
}

async function newPayment(
  context: PaymentsContext,
  request: Request,
  { order, transliterated }: ParsedOrder,
): Promise<Payment> {
  const { tpp, requestId, fingerprint, psu, wishes, rejectedWithoutFunds } = request;
  const { paymentService, paymentProduct } = order;
  const at = context.now();
  const content = paymentContent(order);
  const id = crypto.randomUUID();
  const combined = await joinSession(context, request, content);
  const check = firstCheck(context, request, order, at);
  // The PSU confirms the payee before anything is authorised through the TPP.
  const isExplicit = check?.payeeToldToTpp && !isShownOnPage(context.profile, wishes);
  const asked = { ...wishes, ...(isExplicit && { explicitAuthorisationPreferred: true }) };
  return {
    _id: id,
    tppId: tpp.id,
    ...(tpp.name !== undefined && { tppName: tpp.name }),
    requestId,
    fingerprint,
    paymentService,
    paymentProduct,
    order,
    ...(transliterated && { transliterated: [...transliterated] }),
    ...check,
    transactionStatus: 'RCVD',
    ...(psu && { namedPsu: psu }),
    wishes,
    contentHash: contentHashOf(content),
    ...(await initialApprovals(context, { tpp, requestId, fingerprint, psu, wishes: asked }, content, {
      id,
      combined,
    })),
    authoriseUntil: new Date(at.getTime() + context.profile.limits.authorisationHours * MS_PER_HOUR),
    ...orderRules(paymentService).schedule(context.profile, order, at),
    submitted: false,
    ...(combined && { combined }),
    ...(rejectedWithoutFunds !== undefined && { rejectedWithoutFunds }),
    history: [createdEntry('RCVD', at, tpp, requestId)],
    outbox: [],
  };
}
