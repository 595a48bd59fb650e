import { listAuthorisations } from '@xs2a/approvals';
import {
  type BasketStatus,
  type listBasketAuthorisations as listOperation,
  type readBasket as operation,
  type ReplyOf,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { Basket, BasketMember } from '../model/basket.ts';

type BasketAddress = Pick<RequestOf<typeof operation>, 'tpp' | 'basketId'>;

/** The basket that a TPP addresses. A foreign or incomplete basket is answered like an unknown one. */
export async function findBasket({ baskets }: PaymentsContext, { tpp, basketId }: BasketAddress): Promise<Basket> {
  const basket = await baskets.findOne({ _id: basketId });
  if (basket?.tppId !== tpp.id || !basket.assembled) throw new Xs2aError('resourceUnknown');
  return basket;
}

/** The members as they were posted, and which of them ended on their own. */
export async function readBasket(context: PaymentsContext, address: BasketAddress): Promise<ReplyOf<typeof operation>> {
  const { transactionStatus, paymentIds, consentIds, members } = await findBasket(context, address);
  const endedPayments = endedOf(members, 'payment');
  const endedConsents = endedOf(members, 'consent');
  return {
    transactionStatus,
    ...(paymentIds.length > 0 && { payments: paymentIds }),
    ...(consentIds.length > 0 && { consents: consentIds }),
    ...(endedPayments.length > 0 && { endedPayments }),
    ...(endedConsents.length > 0 && { endedConsents }),
  };
}

function endedOf(members: readonly BasketMember[], kind: BasketMember['kind']): string[] {
  return members.filter((member) => member.kind === kind && member.left).map(({ id }) => id);
}

export async function readBasketStatus(
  context: PaymentsContext,
  address: BasketAddress,
): Promise<{ transactionStatus: BasketStatus }> {
  const { transactionStatus } = await findBasket(context, address);
  return { transactionStatus };
}

export async function listBasketAuthorisations(
  context: PaymentsContext,
  address: BasketAddress,
): Promise<ReplyOf<typeof listOperation>> {
  const { authorisations } = await findBasket(context, address);
  return listAuthorisations(context.bus, authorisations);
}
