import {
  type BasketStatus,
  type listBasketAuthorisations,
  type readBasket as operation,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { listedAuthorisations } from '@xs2a/service-kit';
import type { Basket } from './basket.ts';
import type { PaymentsRoom } from './room.ts';

type Addressed = Pick<RequestOf<typeof operation>, 'tpp' | 'basketId'>;

/** The basket that a TPP addresses; foreign, unknown, and not yet complete are one answer. */
export async function findBasket({ baskets }: PaymentsRoom, { tpp, basketId }: Addressed): Promise<Basket> {
  const basket = await baskets.findOne({ _id: basketId });
  if (basket?.tppId !== tpp.id || !basket.assembled) throw new Xs2aError('resourceUnknown');
  return basket;
}

/** The members as they were posted (field guide 12, row 6). */
export async function readBasket(room: PaymentsRoom, addressed: Addressed): Promise<ReplyOf<typeof operation>> {
  const { transactionStatus, paymentIds, consentIds } = await findBasket(room, addressed);
  return {
    transactionStatus,
    ...(paymentIds.length > 0 && { payments: paymentIds }),
    ...(consentIds.length > 0 && { consents: consentIds }),
  };
}

export async function readBasketStatus(
  room: PaymentsRoom,
  addressed: Addressed,
): Promise<{ transactionStatus: BasketStatus }> {
  const { transactionStatus } = await findBasket(room, addressed);
  return { transactionStatus };
}

export async function listOfBasket(
  room: PaymentsRoom,
  addressed: Addressed,
): Promise<ReplyOf<typeof listBasketAuthorisations>> {
  const { authorisations } = await findBasket(room, addressed);
  return listedAuthorisations(room.bus, authorisations);
}
