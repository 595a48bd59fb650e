import {
  abandonAuthorisations,
  type BasketStatus,
  type leaveBasket as operation,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { hasOpen, outboxEntry } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { ACTIVE, BASKETS, type Basket, basketHash } from './basket.ts';
import { endWithin } from './end-basket.ts';
import type { Payment } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

/** Thrown to undo a transaction whose basket was moved by somebody else; it is begun anew. */
class BasketMoved extends Error {}

/**
 * Does what ends a payment alone, and takes it out of its basket in the same transaction. Null where `end` found that the
 * payment had moved, or the basket had.
 */
export async function endAlone<T extends Payment | null>(
  room: PaymentsRoom,
  { _id, basketId }: Payment,
  end: (session?: ClientSession) => Promise<T>,
): Promise<T | null> {
  if (basketId === undefined) return end();
  try {
    const [ended, basket] = await room.database.transaction(async (session) => {
      const done = await end(session);
      return [done, done === null ? null : await takeOut(room, basketId, _id, session)];
    });
    if (basket !== null) void room.outbox.deliver(BASKETS, basket);
    return ended;
  } catch (error) {
    if (error instanceof BasketMoved) return null;
    throw error;
  }
}

/** consent tells that a member ended alone. Repeated, it changes nothing. */
export async function leaveBasket(
  room: PaymentsRoom,
  { basketId, consentId }: RequestOf<typeof operation>,
): Promise<{ transactionStatus: BasketStatus }> {
  try {
    const left = await room.database.transaction((session) => takeOut(room, basketId, consentId, session));
    if (left !== null) void room.outbox.deliver(BASKETS, left);
  } catch (error) {
    if (error instanceof BasketMoved) throw new Xs2aError('statusConflict');
    throw error;
  }
  const basket = await room.baskets.findOne({ _id: basketId });
  if (basket === null) throw new Xs2aError('referencedResourceUnknown', { path: 'basketId' });
  return { transactionStatus: basket.transactionStatus };
}

/**
 * A member ended alone, so that the basket is not what was shown any more. An approval holds for exactly the content that
 * was shown (RTS 2018/389 Art. 5.3 b): open authorisations fail, approvals so far are void, and the TPP starts anew. With
 * its last member the basket is rejected. Null where it had ended, or the member had left.
 */
async function takeOut(
  room: PaymentsRoom,
  basketId: string,
  memberId: string,
  session: ClientSession,
): Promise<Basket | null> {
  const basket = await room.baskets.findOne({ _id: basketId }, { session });
  const place = basket?.members.findIndex(({ id, left }) => id === memberId && !left) ?? -1;
  if (basket === null || place < 0 || !ACTIVE.some((status) => status === basket.transactionStatus)) return null;
  const members = basket.members.map((member, at) => (at === place ? { ...member, left: true } : member));
  if (members.every(({ left }) => left)) {
    const ended = await endWithin(room, basket, 'refused', { by: 'payments', set: { members } }, session);
    if (ended === null) throw new BasketMoved();
    return ended;
  }
  const at = room.now();
  const parent = { kind: 'basket', id: basketId } as const;
  const outbox = hasOpen(basket) ? [outboxEntry(abandonAuthorisations, { parent }, at)] : [];
  const { _id, transactionStatus, contentHash, signedBy } = basket;
  const changed = await room.baskets.findOneAndUpdate(
    { _id, transactionStatus, contentHash, signedBy },
    { $set: { members, contentHash: basketHash({ members }), signedBy: [] }, $push: { outbox: { $each: outbox } } },
    { returnDocument: 'after', session },
  );
  if (changed === null) throw new BasketMoved();
  return changed;
}
