import {
  abandonAuthorisations,
  type BasketStatus,
  type Settlement,
  settleBasketConsents,
  Xs2aError,
} from '@xs2a/contracts';
import { advance, beforeAttempt, hasOpen, outboxEntry, type Tally, tally } from '@xs2a/service-kit';
import type { ClientSession, Filter } from 'mongodb';
import { authorisation } from './authorise-payment.ts';
import { ACTIVE, BASKETS, type Basket } from './basket.ts';
import { endBasket } from './end-basket.ts';
import type { Beginning } from './order-kinds.ts';
import { PAYMENTS, type Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const ATTEMPTS_MAX = 5;

/** Thrown to undo a transaction in which something was moved by somebody else; it is begun anew. */
class MemberMoved extends Error {}

/**
 * sca tells how an authorisation of a basket ended; idempotent by its id. With the last PSU needed by any member all of them
 * are authorised in one transaction (field guide 1.4); consents are told by the outbox. An approval of other content than
 * the basket has now does not count. A refusal rejects the basket and leaves the members as they are.
 */
export async function settleBasket(
  room: PaymentsRoom,
  settlement: Settlement,
): Promise<{ transactionStatus: BasketStatus }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    await beforeAttempt(attempt);
    const basket = await room.baskets.findOne({ _id: settlement.parent.id });
    if (basket === null) throw new Xs2aError('authorisationUnknown');
    const settled = await move(room, basket, settlement, tally(basket, settlement));
    if (settled === null) continue;
    if (settled.basket !== basket) void room.outbox.deliver(BASKETS, settled.basket);
    for (const payment of settled.payments) void room.outbox.deliver(PAYMENTS, payment);
    return { transactionStatus: settled.basket.transactionStatus };
  }
  throw new Xs2aError('serviceUnavailable');
}

interface Settled {
  readonly basket: Basket;
  readonly payments: readonly Payment[];
}

async function move(
  room: PaymentsRoom,
  basket: Basket,
  settlement: Settlement,
  { verdict, where: counted, set, noted }: Tally,
): Promise<Settled | null> {
  const alone = (moved: Basket | null): Settled | null => moved && { basket: moved, payments: [] };
  const isActive = ACTIVE.some((status) => status === basket.transactionStatus);
  // Told before, or the basket ended on another way meanwhile: nothing changes.
  if (verdict === 'toldBefore' || !isActive) return alone(basket);
  const psuId = settlement.psu?.psuId;
  const by = psuId === undefined ? 'sca' : 'psu';
  if (verdict === 'refused') return alone(await endBasket(room, basket, 'refused', { by, psuId, where: counted, set }));
  const where = { ...counted, contentHash: basket.contentHash } as Filter<Basket>;
  if (verdict === 'notCounted' || settlement.contentHash !== basket.contentHash) {
    const filter = { ...where, _id: basket._id };
    return alone(await room.baskets.findOneAndUpdate(filter, { $set: noted }, { returnDocument: 'after' }));
  }
  if (verdict === 'partlyAuthorised') {
    return alone(await advance(BASKETS, room.baskets, basket, verdict, { at: room.now(), by, psuId, where, set }));
  }
  try {
    const begun = await beginMembers(room, basket, settlement.psu);
    return await room.database.transaction((session) =>
      authorise(room, { basket, begun }, settlement, { where, set }, session),
    );
  } catch (error) {
    if (error instanceof MemberMoved) return null;
    throw error;
  }
}

/** A member payment, and how it moves with its basket. */
interface Begun {
  readonly payment: Payment;
  readonly beginning: Beginning;
}

/** What each payment will do is found out before the transaction: the bank may be asked for that. */
async function beginMembers(room: PaymentsRoom, { _id, members }: Basket, psu: Settlement['psu']): Promise<Begun[]> {
  const begun: Begun[] = [];
  for (const { id } of members.filter(({ kind, left }) => kind === 'payment' && !left)) {
    const payment = await room.payments.findOne({ _id: id, basketId: _id });
    if (payment === null) throw new MemberMoved();
    begun.push({ payment, beginning: await authorisation(room, payment, psu, room.now()) });
  }
  return begun;
}

async function authorise(
  room: PaymentsRoom,
  { basket, begun }: { basket: Basket; begun: readonly Begun[] },
  { authorisationId, psu }: Settlement,
  { where, set }: { where: Filter<Basket>; set: Record<string, unknown> },
  session: ClientSession,
): Promise<Settled> {
  const at = room.now();
  const { _id: basketId, consentIds } = basket;
  const signedBy = set['signedBy'] as string[];
  const consents = { basketId, outcome: 'authorised' as const, signedBy, ...(psu && { psu }) };
  const moved = await advance(BASKETS, room.baskets, basket, 'authorised', {
    at,
    by: 'psu',
    psuId: psu?.psuId,
    where,
    set,
    outbox: [
      ...(hasOpen(basket, authorisationId)
        ? [outboxEntry(abandonAuthorisations, { parent: { kind: 'basket', id: basketId } }, at)]
        : []),
      ...(consentIds.length > 0 ? [outboxEntry(settleBasketConsents, consents, at)] : []),
    ],
    session,
  });
  if (moved === null) throw new MemberMoved();
  const payments: Payment[] = [];
  for (const one of begun) payments.push(await authoriseMember(room, one, { basketId, at, psu, signedBy }, session));
  return { basket: moved, payments };
}

async function authoriseMember(
  room: PaymentsRoom,
  { payment, beginning: { events, set, outbox } }: Begun,
  { basketId, at, psu, signedBy }: { basketId: string; at: Date; psu: Settlement['psu']; signedBy: string[] },
  session: ClientSession,
): Promise<Payment> {
  const moved = await advance(PAYMENTS, room.payments, payment, events, {
    at,
    by: 'psu',
    psuId: psu?.psuId,
    where: { basketId },
    set: { ...set, signedBy },
    outbox,
    session,
  });
  if (moved === null) throw new MemberMoved();
  return moved;
}
