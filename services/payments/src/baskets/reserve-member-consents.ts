import { type createBasket, type RequestOf, reserveConsents, Xs2aError } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import { BASKETS, type Basket } from '../model/basket.ts';
import { basketHash } from './basket-content.ts';
import { releaseConsents } from './release-consents.ts';
import { releasePayments } from './release-payments.ts';
import { signaturesNeeded } from './signatures-needed.ts';

type Request = RequestOf<typeof createBasket>;

/** Reserves the consents of a new basket at the consent service. Where they are refused, the basket is deleted again. */
export async function reserveMemberConsents(
  context: PaymentsContext,
  { tpp, psu }: Request,
  basket: Basket,
): Promise<Basket> {
  const { _id, consentIds, namedPsu = psu } = basket;
  try {
    const reserved = await context.bus.ask(reserveConsents, { tpp, basketId: _id, consentIds, psu: namedPsu });
    const consents = reserved.members.map((member) => ({ ...member, kind: 'consent' as const, left: false }));
    const members = [...basket.members.filter(({ kind }) => kind === 'payment'), ...consents];
    const needed = signaturesNeeded([basket.signaturesNeeded, reserved.signaturesNeeded]);
    const assembled = await context.baskets.findOneAndUpdate(
      { _id, transactionStatus: 'RCVD', assembled: false },
      {
        $set: {
          assembled: true,
          members,
          contentHash: basketHash({ members }),
          ...(reserved.psu && { namedPsu: reserved.psu }),
          ...(needed !== undefined && { signaturesNeeded: needed }),
        },
      },
      { returnDocument: 'after' },
    );
    return assembled ?? (await assembledMeanwhile(context, _id));
  } catch (error) {
    if (error instanceof Xs2aError && error.refusal.status < 500) await deleteUnassembled(context, basket);
    throw error;
  }
}

/** A concurrent repetition has completed the basket; or the basket has ended, and its consents are released. */
async function assembledMeanwhile({ baskets, outbox, now }: PaymentsContext, basketId: string): Promise<Basket> {
  const basket = await baskets.findOne({ _id: basketId });
  if (basket?.assembled === true) return basket;
  if (basket !== null) {
    const release = { $push: { outbox: { $each: releaseConsents(basket, now()) } } };
    const released = await baskets.findOneAndUpdate({ _id: basketId }, release, { returnDocument: 'after' });
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
