import {
  abandonAuthorisations,
  type createBasket as operation,
  type ReplyOf,
  type RequestOf,
  reserveConsents,
  Xs2aError,
} from '@xs2a/contracts';
import { begunSca, createdAs, hasOpen, isDuplicateKey, outboxEntry } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { BASKETS, type Basket, basketHash, contentOfBasket, releaseOf } from './basket.ts';
import { findMembers, psuOf, refuseBody } from './basket-members.ts';
import { parentOf } from './initiate-payment.ts';
import { contentOf } from './order-kinds.ts';
import { PAYMENTS, type Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const MS_PER_HOUR = 3_600_000;

type Request = RequestOf<typeof operation>;

/**
 * Groups payments and consents. Basket and payments are written in one transaction; then the consents are taken in by their
 * owner, and only then can anybody address the basket. Repeated under its X-Request-ID it is the same basket.
 */
export async function createBasket(room: PaymentsRoom, request: Request): Promise<ReplyOf<typeof operation>> {
  const stored = await store(room, request);
  const basket = stored.assembled ? stored : await assemble(room, request, stored);
  const parent = { kind: 'basket', id: basket._id } as const;
  const begun = await begunSca(room, request.tpp, basket, { parent, content: contentOfBasket(basket) });
  return { basketId: basket._id, transactionStatus: 'RCVD', ...begun };
}

/** The basket that this very request made before. */
async function findKnown(
  { baskets }: PaymentsRoom,
  { tpp, requestId, fingerprint }: Request,
  session?: ClientSession,
): Promise<Basket | null> {
  const basket = await baskets.findOne({ tppId: tpp.id, requestId }, session && { session });
  if (basket !== null && basket.fingerprint !== fingerprint) {
    throw new Xs2aError('requestIdReused', { path: 'X-Request-ID' });
  }
  return basket;
}

/** Looks for the basket in the same snapshot in which its members are judged: there it is what blocks them. */
async function store(room: PaymentsRoom, request: Request): Promise<Basket> {
  const { tpp, psu, body } = request;
  refuseBody(room.profile, tpp, body);
  const { paymentIds = [] } = body;
  const storing = room.database.transaction(async (session) => {
    const known = await findKnown(room, request, session);
    if (known !== null) return { basket: known, blocked: [] };
    const found = await findMembers(room, { tpp, psu, paymentIds }, session);
    const made = newBasket(room, request, found);
    await room.baskets.insertOne(made, { session });
    for (const payment of found) await block(room, payment, made._id, session);
    return { basket: made, blocked: found };
  });
  const { basket, blocked } = await storing.catch((error: unknown) => {
    throw isDuplicateKey(error) ? new Xs2aError('requestInFlight', { cause: error }) : error;
  });
  for (const { _id } of blocked) await tell(room, _id);
  return basket;
}

function newBasket(room: PaymentsRoom, request: Request, payments: readonly Payment[]): Basket {
  const { tpp, requestId, fingerprint, psu, wishes, body } = request;
  const { paymentIds = [], consentIds = [] } = body;
  const at = room.now();
  const members = payments.map((payment) => ({
    id: payment._id,
    kind: 'payment' as const,
    content: contentOf(payment.order),
    left: false,
  }));
  const named = psuOf(payments, psu);
  const needed = payments.map(({ signaturesNeeded }) => signaturesNeeded);
  return {
    _id: crypto.randomUUID(),
    tppId: tpp.id,
    requestId,
    fingerprint,
    ...(named && { namedPsu: named }),
    wishes,
    contentHash: basketHash({ members }),
    authorisations: [],
    ...(!needed.includes(undefined) && { signaturesNeeded: Math.max(1, ...needed.map((count) => count ?? 1)) }),
    signedBy: [],
    transactionStatus: 'RCVD',
    paymentIds,
    consentIds,
    members,
    assembled: consentIds.length === 0,
    authoriseUntil: new Date(at.getTime() + room.profile.limits.authorisationHours * MS_PER_HOUR),
    history: [createdAs('RCVD', at, tpp, requestId)],
    outbox: [],
  };
}

/** From now on nothing authorises the payment alone; what was open of it fails. */
async function block(room: PaymentsRoom, payment: Payment, basketId: string, session: ClientSession): Promise<void> {
  const at = room.now();
  const outbox = hasOpen(payment) ? [outboxEntry(abandonAuthorisations, { parent: parentOf(payment) }, at)] : [];
  await room.payments.updateOne(
    { _id: payment._id },
    { $set: { basketId }, $push: { outbox: { $each: outbox } } },
    { session },
  );
}

async function tell({ payments, outbox }: PaymentsRoom, paymentId: string): Promise<void> {
  const stored = await payments.findOne({ _id: paymentId }, { projection: { outbox: 1 } });
  if (stored !== null) await outbox.deliver(PAYMENTS, stored);
}

/** Takes the consents in. What refuses them refuses the basket, and leaves nothing of it. */
async function assemble(room: PaymentsRoom, { tpp, psu }: Request, basket: Basket): Promise<Basket> {
  const { _id, consentIds } = basket;
  const named = basket.namedPsu ?? psu;
  try {
    const reserved = await room.bus.ask(reserveConsents, { tpp, basketId: _id, consentIds, psu: named });
    const taken = reserved.members.map((member) => ({ ...member, kind: 'consent' as const, left: false }));
    const members = [...basket.members.filter(({ kind }) => kind === 'payment'), ...taken];
    const needed = [basket.signaturesNeeded, reserved.signaturesNeeded];
    const known = needed.includes(undefined) ? undefined : Math.max(1, ...needed.map((count) => count ?? 1));
    const assembled = await room.baskets.findOneAndUpdate(
      { _id, transactionStatus: 'RCVD', assembled: false },
      {
        $set: {
          assembled: true,
          members,
          contentHash: basketHash({ members }),
          ...(reserved.psu && { namedPsu: reserved.psu }),
          ...(known !== undefined && { signaturesNeeded: known }),
        },
      },
      { returnDocument: 'after' },
    );
    return assembled ?? (await assembledMeanwhile(room, _id));
  } catch (error) {
    if (error instanceof Xs2aError && error.refusal.status < 500) await forget(room, basket);
    throw error;
  }
}

/** The same request finished it at the same moment, or it was given up and the consents are to be free. */
async function assembledMeanwhile(room: PaymentsRoom, basketId: string): Promise<Basket> {
  const basket = await room.baskets.findOne({ _id: basketId });
  if (basket?.assembled === true) return basket;
  if (basket !== null) {
    const release = { $push: { outbox: { $each: releaseOf(basket, room.now()) } } };
    const told = await room.baskets.findOneAndUpdate({ _id: basketId }, release, { returnDocument: 'after' });
    if (told !== null) await room.outbox.deliver(BASKETS, told);
  }
  throw new Xs2aError('statusConflict');
}

async function forget({ database, baskets, payments }: PaymentsRoom, { _id }: Basket): Promise<void> {
  await database.transaction(async (session) => {
    const { deletedCount } = await baskets.deleteOne({ _id, assembled: false }, { session });
    if (deletedCount > 0) await payments.updateMany({ basketId: _id }, { $unset: { basketId: '' } }, { session });
  });
}
