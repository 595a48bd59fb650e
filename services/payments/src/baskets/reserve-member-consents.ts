import { type createBasket, type ReplyOf, type RequestOf, reserveConsents, Xs2aError } from '@xs2a/contracts';
import { retryOnConflict } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { BASKETS, type Basket } from '../model/basket.ts';
import { basketHash } from './basket-content.ts';
import { endIfOverdue } from './end-overdue-baskets.ts';
import { releaseConsents } from './release-consents.ts';
import { releasePayments } from './release-payments.ts';
import { signaturesNeeded } from './signatures-needed.ts';

type Request = RequestOf<typeof createBasket>;
type Reserved = ReplyOf<typeof reserveConsents>;

/** Reserves the consents of a new basket at the consent service. If they are refused, the basket is deleted again. */
export async function reserveMemberConsents(
  context: PaymentsContext,
  request: Request,
  basket: Basket,
): Promise<Basket> {
  const reserved = await reserve(context, request, basket);
  return retryOnConflict(() => assemble(context, basket._id, reserved));
}

async function reserve(context: PaymentsContext, { tpp, psu }: Request, basket: Basket): Promise<Reserved> {
  const { _id: basketId, consentIds, namedPsu = psu } = basket;
  try {
    return await context.bus.ask(reserveConsents, { tpp, basketId, consentIds, psu: namedPsu });
  } catch (error) {
    if (error instanceof Xs2aError && error.refusal.status < 500) await deleteUnassembled(context, basket);
    throw error;
  }
}

/**
 * Completes the basket, which is read again because payments may have left it while its consents were reserved. Returns null if
 * one leaves it at this moment.
 */
async function assemble(context: PaymentsContext, basketId: string, reserved: Reserved): Promise<Basket | null> {
  const basket = await context.baskets.findOne({ _id: basketId });
  if (basket?.transactionStatus !== 'RCVD' || basket.assembled) return assembledMeanwhile(context, basket);
  if (await endIfOverdue(context, basket)) return null;
  const consents = reserved.members.map((member) => ({ ...member, kind: 'consent' as const, left: false }));
  const members = [...basket.members, ...consents];
  const needed = signaturesNeeded([basket.signaturesNeeded, reserved.signaturesNeeded]);
  return context.baskets.findOneAndUpdate(
    { _id: basketId, transactionStatus: 'RCVD', assembled: false, contentHash: basket.contentHash },
    {
      $set: {
        assembled: true,
        assembledAt: context.now(),
        members,
        contentHash: basketHash({ members }),
        ...(reserved.psu && { namedPsu: reserved.psu }),
        ...(needed !== undefined && { signaturesNeeded: needed }),
      },
    },
    { returnDocument: 'after' },
  );
}

/** Either a concurrent repetition has completed the basket, or the basket has ended and its consents are released. */
async function assembledMeanwhile({ baskets, outbox, now }: PaymentsContext, basket: Basket | null): Promise<Basket> {
  if (basket?.assembled === true) return basket;
  if (basket !== null) {
    const release = { $push: { outbox: { $each: releaseConsents(basket, now()) } } };
    const released = await baskets.findOneAndUpdate({ _id: basket._id }, release, { returnDocument: 'after' });
    if (released !== null) await outbox.deliver(BASKETS, released);
  }
  throw new Xs2aError('statusConflict');
}

async function deleteUnassembled({ database, baskets, payments }: PaymentsContext, basket: Basket): Promise<void> {
  await database.transaction(async (session) => {
    const { deletedCount } = await baskets.deleteOne({ _id: basket._id, assembled: false }, { session });
    if (deletedCount > 0) await releasePayments(payments, basket, session);
  });
}
