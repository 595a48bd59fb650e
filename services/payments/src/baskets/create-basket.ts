import { failOpenAuthorisations, refuseAccountOfOtherPsu, startSca } from '@xs2a/approvals';
import { type createBasket as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { createdEntry, isDuplicateKey } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import type { Basket } from '../model/basket.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import { basketParent, paymentParent } from '../model/sca-parent.ts';
import { paymentContent } from '../orders/rules-by-service.ts';
import { basketContent, basketHash } from './basket-content.ts';
import { findMembers, psuOfMembers, refuseBody } from './check-members.ts';
import { reserveMemberConsents } from './reserve-member-consents.ts';
import { signaturesNeeded } from './signatures-needed.ts';

const MS_PER_HOUR = 3_600_000;

type Request = RequestOf<typeof operation>;

/**
 * Groups payments and consents. Basket and payments are written in one transaction, then the consent service reserves the
 * consents; only after that can the basket be addressed. A repeated request gets the same basket.
 */
export async function createBasket(context: PaymentsContext, request: Request): Promise<ReplyOf<typeof operation>> {
  const stored = await store(context, request);
  const basket = stored.assembled ? stored : await reserveMemberConsents(context, request, stored);
  const about = { parent: basketParent(basket._id), content: basketContent(basket) };
  const started = await startSca(context, request.tpp, basket, about);
  return { basketId: basket._id, transactionStatus: 'RCVD', ...started };
}

/** Looks up a repeated request in the snapshot in which the members are checked, because its own basket blocks them there. */
async function store(context: PaymentsContext, request: Request): Promise<Basket> {
  const { tpp, psu, body } = request;
  refuseBody(context.profile, tpp, body);
  const { paymentIds = [] } = body;
  await refuseMembersOfOtherPsu(context, request);
  const storing = context.database.transaction(async (session) => {
    const stored = await findStored(context, request, session);
    if (stored !== null) return { basket: stored, blocked: [] };
    const payments = await findMembers(context, { tpp, psu, paymentIds }, session);
    const created = newBasket(context, request, payments);
    await context.baskets.insertOne(created, { session });
    for (const payment of payments) await block(context, payment, created._id, session);
    return { basket: created, blocked: payments };
  });
  const { basket, blocked } = await storing.catch((error: unknown) => {
    throw isDuplicateKey(error) ? new Xs2aError('requestInFlight', { cause: error }) : error;
  });
  for (const { _id } of blocked) await deliverOutbox(context, _id);
  return basket;
}

/** Refuses members that name a PSU other than that of the access token, the only one that may approve the basket (decision 97). */
async function refuseMembersOfOtherPsu(context: PaymentsContext, request: Request): Promise<void> {
  const { tpp, psu, requestId, body } = request;
  const { paymentIds = [] } = body;
  if (psu?.authenticatedUntil === undefined || paymentIds.length === 0) return;
  if ((await context.baskets.countDocuments({ tppId: tpp.id, requestId }, { limit: 1 })) > 0) return;
  const payments = await context.payments.find({ _id: { $in: [...paymentIds] }, tppId: tpp.id }).toArray();
  await refuseAccountOfOtherPsu(context, request, basketContent(newBasket(context, request, payments)));
}

/** Finds the basket that the same request created earlier. */
async function findStored(
  { baskets }: PaymentsContext,
  { tpp, requestId, fingerprint }: Request,
  session: ClientSession,
): Promise<Basket | null> {
  const basket = await baskets.findOne({ tppId: tpp.id, requestId }, { session });
  if (basket !== null && basket.fingerprint !== fingerprint) {
    throw new Xs2aError('requestIdReused', { path: 'X-Request-ID' });
  }
  return basket;
}

function newBasket(context: PaymentsContext, request: Request, payments: readonly Payment[]): Basket {
  const { tpp, requestId, fingerprint, psu, wishes, body } = request;
  const { paymentIds = [], consentIds = [] } = body;
  const at = context.now();
  const members = payments.map(({ _id, order }) => ({
    id: _id,
    kind: 'payment' as const,
    content: paymentContent(order),
    left: false,
  }));
  const namedPsu = psuOfMembers(payments, psu);
  const needed = signaturesNeeded(payments.map((payment) => payment.signaturesNeeded));
  return {
    _id: crypto.randomUUID(),
    tppId: tpp.id,
    requestId,
    fingerprint,
    ...(namedPsu && { namedPsu }),
    wishes,
    contentHash: basketHash({ members }),
    authorisations: [],
    ...(needed !== undefined && { signaturesNeeded: needed }),
    signedBy: [],
    transactionStatus: 'RCVD',
    paymentIds,
    consentIds,
    members,
    assembled: consentIds.length === 0,
    authoriseUntil: new Date(at.getTime() + context.profile.limits.authorisationHours * MS_PER_HOUR),
    history: [createdEntry('RCVD', at, tpp, requestId)],
    outbox: [],
  };
}

/** Blocks a payment: it can no longer be authorised alone, and its open authorisations fail. */
async function block(
  { payments, now }: PaymentsContext,
  payment: Payment,
  basketId: string,
  session: ClientSession,
): Promise<void> {
  const { outbox, set } = failOpenAuthorisations(payment, paymentParent(payment), now());
  await payments.updateOne(
    { _id: payment._id },
    { $set: { ...set, basketId }, $push: { outbox: { $each: outbox } } },
    { session },
  );
}

async function deliverOutbox({ payments, outbox }: PaymentsContext, paymentId: string): Promise<void> {
  const stored = await payments.findOne({ _id: paymentId }, { projection: { outbox: 1 } });
  if (stored !== null) await outbox.deliver(PAYMENTS, stored);
}
