import { type BasketStatus, type deleteBasket as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { retryOnConflict } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { BASKETS } from '../model/basket.ts';
import { endBasket } from './end-basket.ts';
import { findBasket } from './read-basket.ts';

/** Dissolves a basket that is not authorised yet, at the TPP's request (decision 23). A repeated request gets the same answer. */
export async function deleteBasket(
  context: PaymentsContext,
  request: RequestOf<typeof operation>,
): Promise<{ transactionStatus: BasketStatus }> {
  return retryOnConflict(async () => {
    const basket = await findBasket(context, request);
    if (basket.transactionStatus === 'CANC') return { transactionStatus: 'CANC' };
    if (basket.transactionStatus !== 'RCVD') {
      const text = `only a basket that nobody has authorised can be deleted: its transactionStatus is ${basket.transactionStatus}`;
      throw new Xs2aError('statusInvalid', { text });
    }
    const ended = await endBasket(context, basket, 'cancelled', { by: request.tpp });
    if (ended === null) return null;
    await context.outbox.deliver(BASKETS, ended);
    return { transactionStatus: ended.transactionStatus };
  });
}
