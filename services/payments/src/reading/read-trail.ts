import { isDeveloperTpp, type readPaymentTrail as operation, type ReplyOf, type RequestOf } from '@xs2a/contracts';
import { messagesOf, trailOf } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';

/** Returns the history of a payment or a basket, for the developer of its TPP (decision 83). */
export async function readTrail(
  { payments, baskets }: Pick<PaymentsContext, 'payments' | 'baskets'>,
  { tppId, id }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (!isDeveloperTpp(tppId)) return { events: [] };
  const wanted = { _id: id, tppId };
  const found = (await payments.findOne(wanted)) ?? (await baskets.findOne(wanted));
  return { events: found === null ? [] : [...trailOf(found), ...messagesOf(found)] };
}
