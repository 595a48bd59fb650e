import type { ScaParent } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Far longer than an outbox retries a message. */
const KEPT_SECONDS = 30 * 86_400;

/** A notification to send; `id` is its X-Request-ID. */
const QueuedNotification = z.object({
  id: z.string(),
  uri: z.string(),
  body: z.record(z.string(), z.unknown()),
  at: z.date(),
  sequence: z.int(),
  /** Trace of the reported change. An earlier version stored none. */
  traceparent: z.string().optional(),
  /** Milliseconds by which the time of the changed object is ahead of `at`. */
  aheadMs: z.int().optional(),
});

/** Outcome of a notification. */
const SentNotification = z.object({ id: z.string(), sequence: z.int(), at: z.date(), outcome: z.string() });
/** Upper bound on the sent notifications kept; the oldest are removed first. */
export const SENT_MAX = 50;
export type QueuedNotification = z.infer<typeof QueuedNotification>;

/** The notifications of one resource to its TPP, in order. */
export const DeliveryQueue = z.object({
  _id: z.string(),
  tppId: z.string(),
  /** Latest sequence received for the resource and each authorisation. A repeated notice changes nothing. */
  taken: z.record(z.string(), z.int()),
  /** Time of the final status. Later changes are not notified. */
  endedAt: z.date().optional(),
  waiting: z.array(QueuedNotification),
  sent: z.array(SentNotification).optional(),
  /** End of a replica's claim. No other replica takes from the queue before. */
  busyUntil: z.date(),
  touchedAt: z.date(),
});
export type DeliveryQueue = z.infer<typeof DeliveryQueue>;

export const DELIVERY_QUEUES = storedCollection('lanes', DeliveryQueue, {
  indexes: [
    {
      key: { 'waiting.0.at': 1 },
      name: 'waiting_first',
      partialFilterExpression: { 'waiting.0': { $exists: true } },
    },
    { key: { touchedAt: 1 }, name: 'forgotten', expireAfterSeconds: KEPT_SECONDS },
  ],
});

/** Returns the id of a queue. A payment and its cancellation share one. */
export function queueIdOf({ kind, id }: ScaParent): string {
  return `${kind === 'cancellation' ? 'payment' : kind}:${id}`;
}
