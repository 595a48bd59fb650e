import type { ScaParent } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Far longer than an outbox repeats a message. */
const KEPT_SECONDS = 30 * 86_400;

/** A notification that is to be sent; `id` is its X-Request-ID. */
const QueuedNotification = z.object({
  id: z.string(),
  uri: z.string(),
  body: z.record(z.string(), z.unknown()),
  at: z.date(),
  sequence: z.int(),
  /** Of the change that it reports. An older version stored none. */
  traceparent: z.string().optional(),
  /** Of the clock by which the status moved, in a sandbox alone. */
  daysAhead: z.int().optional(),
});

/** Outcome of a notification. */
const SentNotification = z.object({ id: z.string(), sequence: z.int(), at: z.date(), outcome: z.string() });
/** So many of them are kept, the newest. */
export const SENT_MAX = 50;
export type QueuedNotification = z.infer<typeof QueuedNotification>;

/** The notifications of one resource to its TPP, in order. */
export const DeliveryQueue = z.object({
  _id: z.string(),
  tppId: z.string(),
  /** The newest sequence received, of the resource and of each authorisation. A repeated notice changes nothing. */
  taken: z.record(z.string(), z.int()),
  /** When the resource reached its final status. Later changes are not notified. */
  endedAt: z.date().optional(),
  waiting: z.array(QueuedNotification),
  sent: z.array(SentNotification).optional(),
  /** A replica is sending until then. No other replica takes from the queue before. */
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

/** A payment and its cancellation share one queue. */
export function queueIdOf({ kind, id }: ScaParent): string {
  return `${kind === 'cancellation' ? 'payment' : kind}:${id}`;
}
