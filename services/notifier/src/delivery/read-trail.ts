import {
  isDeveloperTpp,
  type readNotificationTrail as operation,
  type ReplyOf,
  type RequestOf,
  ScaParent,
} from '@xs2a/contracts';
import { onClock } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { type DeliveryQueue, queueIdOf } from '../model/delivery-queue.ts';

/** Returns the notifications about a resource of a developer's TPP, with their outcomes (decision 83). */
export async function readTrail(
  { queues }: { readonly queues: Collection<DeliveryQueue> },
  { tppId, id }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (!isDeveloperTpp(tppId)) return { events: [] };
  const ids = ScaParent.shape.kind.options.map((kind) => queueIdOf({ kind, id }));
  const found = await queues.find({ _id: { $in: ids }, tppId }).toArray();
  const events = found.flatMap(({ sent = [], waiting }) => [
    ...sent.map(({ at, outcome }) => ({ at: at.toISOString(), what: `notification sent, outcome ${outcome}` })),
    ...waiting.map(({ at, daysAhead }) => ({
      at: onClock(at, { daysAhead }).toISOString(),
      what: 'notification waits',
    })),
  ]);
  return { events };
}
