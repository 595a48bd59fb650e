import { isOfOtherPsu, listAuthorisations } from '@xs2a/approvals';
import {
  type listBasketAuthorisations as listOperation,
  type readBasket as operation,
  type ReplyOf,
  type RequestOf,
  type readBasketStatus as statusOperation,
  type TransactionStatus,
  Xs2aError,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import { ACTIVE_BASKET, type Basket, type BasketMember } from '../model/basket.ts';

const SETTLED = ['ACSC', 'ACCC'] as const satisfies readonly TransactionStatus[];

type BasketAddress = Pick<RequestOf<typeof operation>, 'tpp' | 'basketId'>;

/** Finds the basket that a TPP addresses. A basket of another TPP, or an incomplete one, is treated as unknown. */
export async function findBasket({ baskets }: PaymentsContext, { tpp, basketId }: BasketAddress): Promise<Basket> {
  const basket = await baskets.findOne({ _id: basketId });
  if (basket?.tppId !== tpp.id || !basket.assembled) {
    throw new Xs2aError('resourceUnknown', {
      text: 'no such signing basket of this TPP: basketId is one that its creation answered',
    });
  }
  const isOpen = ACTIVE_BASKET.some((status) => status === basket.transactionStatus);
  if (isOfOtherPsu(tpp, basket, { isOpen })) throw new Xs2aError('tokenInvalid', { path: 'Authorization' });
  return basket;
}

/** Returns the members as they were posted, and those that ended on their own. */
export async function readBasket(context: PaymentsContext, address: BasketAddress): Promise<ReplyOf<typeof operation>> {
  const basket = await findBasket(context, address);
  const { transactionStatus, paymentIds, consentIds, members } = basket;
  const endedPayments = endedOf(members, 'payment');
  const endedConsents = endedOf(members, 'consent');
  return {
    transactionStatus,
    ...(await settledField(context, basket)),
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
): Promise<ReplyOf<typeof statusOperation>> {
  const basket = await findBasket(context, address);
  return { transactionStatus: basket.transactionStatus, ...(await settledField(context, basket)) };
}

/** A basket ends with its approval; the outcome of its payments is read from them (decision 23). */
async function settledField(
  { payments }: Pick<PaymentsContext, 'payments'>,
  { transactionStatus, paymentIds }: Pick<Basket, 'transactionStatus' | 'paymentIds'>,
): Promise<{ settled?: true }> {
  if (transactionStatus !== 'ACTC' || paymentIds.length === 0) return {};
  const open = { _id: { $in: paymentIds }, transactionStatus: { $nin: [...SETTLED] } };
  return (await payments.countDocuments(open, { limit: 1 })) === 0 ? { settled: true } : {};
}

export async function listBasketAuthorisations(
  context: PaymentsContext,
  address: BasketAddress,
): Promise<ReplyOf<typeof listOperation>> {
  const { authorisations } = await findBasket(context, address);
  return listAuthorisations(context.bus, authorisations);
}
