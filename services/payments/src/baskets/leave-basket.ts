import { failOpenAuthorisations } from '@xs2a/approvals';
import { type BasketStatus, type leaveBasket as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { ClientSession, Filter } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { ACTIVE_BASKET, BASKETS, type Basket } from '../model/basket.ts';
import type { Payment } from '../model/payment.ts';
import { basketParent } from '../model/sca-parent.ts';
import { basketHash } from './basket-content.ts';
import { endBasketWithin } from './end-basket.ts';

/** Thrown to roll back a transaction if another writer changed its basket. */
class BasketMoved extends Error {}

/**
 * Runs `end`, which ends a payment on its own, and removes the payment from its basket in the same transaction. `end` writes only
 * if the payment is in the same basket as when it was read, or in none. Returns null if the payment or the basket moved in
 * between.
 */
export async function endAndLeaveBasket<T extends Payment | null>(
  context: PaymentsContext,
  { _id, basketId }: Payment,
  end: (where: Filter<Payment>, session?: ClientSession) => Promise<T>,
): Promise<T | null> {
  if (basketId === undefined) return end({ basketId: { $exists: false } });
  try {
    const [ended, basket] = await context.database.transaction(async (session) => {
      const payment = await end({ basketId }, session);
      return [payment, payment === null ? null : await removeMember(context, basketId, _id, session)];
    });
    if (basket !== null) void context.outbox.deliver(BASKETS, basket);
    return ended;
  } catch (error) {
    if (error instanceof BasketMoved) return null;
    throw error;
  }
}

/** Removes a member that ended on its own, as reported by the consent service. A repetition changes nothing. */
export async function leaveBasket(
  context: PaymentsContext,
  { basketId, consentId }: RequestOf<typeof operation>,
): Promise<{ transactionStatus: BasketStatus }> {
  try {
    const left = await context.database.transaction((session) => removeMember(context, basketId, consentId, session));
    if (left !== null) void context.outbox.deliver(BASKETS, left);
  } catch (error) {
    if (error instanceof BasketMoved) throw new Xs2aError('statusConflict');
    throw error;
  }
  const basket = await context.baskets.findOne({ _id: basketId });
  if (basket === null) throw new Xs2aError('referencedResourceUnknown', { path: 'basketId' });
  return { transactionStatus: basket.transactionStatus };
}

/**
 * Removes a member from its basket. An approval is valid for exactly the content shown (RTS 2018/389, Art. 5(3)(b)), so open
 * authorisations fail, earlier approvals are void, and the TPP starts again. A basket without members is rejected. Returns null
 * if the basket had ended or the member had left before.
 */
async function removeMember(
  context: PaymentsContext,
  basketId: string,
  memberId: string,
  session: ClientSession,
): Promise<Basket | null> {
  const basket = await context.baskets.findOne({ _id: basketId }, { session });
  if (basket === null || !ACTIVE_BASKET.some((status) => status === basket.transactionStatus)) return null;
  // The consents are reserved but not yet members. The message will be repeated.
  if (!basket.assembled && basket.consentIds.includes(memberId)) throw new BasketMoved();
  if (!basket.members.some(({ id, left }) => id === memberId && !left)) return null;
  const members = basket.members.map((member) => (member.id === memberId ? { ...member, left: true } : member));
  const { _id, transactionStatus, contentHash, signedBy } = basket;
  const changed = members.every(({ left }) => left)
    ? await endBasketWithin(context, basket, 'refused', { by: 'payments', set: { members } }, session)
    : await context.baskets.findOneAndUpdate(
        { _id, transactionStatus, contentHash, signedBy },
        {
          $set: { members, contentHash: basketHash({ members }), signedBy: [] },
          $push: { outbox: { $each: failOpenAuthorisations(basket, basketParent(_id), context.now()).outbox } },
        },
        { returnDocument: 'after', session },
      );
  if (changed === null) throw new BasketMoved();
  return changed;
}
