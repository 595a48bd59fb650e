import { isDeveloperTpp, movePaymentsClock, type ReplyOf, type RequestOf, readPaymentTrail } from '@xs2a/contracts';
import { service as payments } from '@xs2a/payments';
import { withClocks } from '@xs2a/sandbox-clocks';
import { handler } from '@xs2a/service-kit';
import type { ContextOf } from './context-of.ts';
import { messagesOf, trailOf } from './trail.ts';

/** The payments service, which also shows a developer the history of a payment or a basket (decision 83). */
export const service = withClocks(
  { ...payments, handlers: [...(payments.handlers ?? []), handler(readPaymentTrail, readTrail)] },
  movePaymentsClock,
);

async function readTrail(
  { payments: stored, baskets }: ContextOf<typeof payments>,
  { tppId, id }: RequestOf<typeof readPaymentTrail>,
): Promise<ReplyOf<typeof readPaymentTrail>> {
  if (!isDeveloperTpp(tppId)) return { events: [] };
  const wanted = { _id: id, tppId };
  const found = (await stored.findOne(wanted)) ?? (await baskets.findOne(wanted));
  return { events: found === null ? [] : [...trailOf(found), ...messagesOf(found)] };
}
