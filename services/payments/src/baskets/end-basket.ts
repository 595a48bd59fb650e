import { failOpenAuthorisations } from '@xs2a/approvals';
import type { Tpp } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { BASKETS, type Basket } from '../model/basket.ts';
import { basketParent } from '../model/sca-parent.ts';
import { releaseConsents } from './release-consents.ts';
import { releasePayments } from './release-payments.ts';

/** Author of the end of a basket that authorised nothing, with further conditions and fields of the same write. */
interface End {
  readonly by: string | Tpp;
  readonly psuId?: string | undefined;
  readonly where?: Record<string, unknown>;
  readonly set?: Record<string, unknown>;
}

/** Ends a basket and releases its members unchanged (decision 23). Returns null if the basket moved in between. */
export function endBasket(
  context: PaymentsContext,
  basket: Basket,
  event: 'refused' | 'cancelled',
  end: End,
): Promise<Basket | null> {
  return context.database.transaction((session) => endBasketWithin(context, basket, event, end, session));
}

/** As {@link endBasket}, within a transaction. */
export async function endBasketWithin(
  { baskets, payments, now }: PaymentsContext,
  basket: Basket,
  event: 'refused' | 'cancelled',
  { by, psuId, where, set }: End,
  session: ClientSession,
): Promise<Basket | null> {
  const at = now();
  const ended = await advance(BASKETS, baskets, basket, event, {
    at,
    by,
    psuId,
    where: { ...where },
    ...(set && { set }),
    outbox: [...failOpenAuthorisations(basket, basketParent(basket._id), at).outbox, ...releaseConsents(basket, at)],
    session,
  });
  if (ended !== null) await releasePayments(payments, ended, session);
  return ended;
}
