import { isNotificationRequested, notificationBody, type StatusNotification } from '@xs2a/contracts';
import { type Clock, currentContext } from '@xs2a/service-kit';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { type DeliveryQueue, queueIdOf } from '../model/delivery-queue.ts';
import type { NotificationDispatcher } from './notification-dispatcher.ts';

/** Dependencies of the notification queues. */
interface QueueContext {
  readonly queues: Collection<DeliveryQueue>;
  readonly now: Clock;
  readonly dispatcher: Pick<NotificationDispatcher, 'expect'>;
}

const NEVER = new Date(0);

/**
 * Appends a notice to the queue of its resource. One guarded write accepts each sequence number once. Notices of a resource and
 * its authorisations come from different services; the queue orders them by the time of the status change.
 */
export async function enqueueNotification(
  context: QueueContext,
  notice: StatusNotification,
): Promise<{ taken: boolean }> {
  let taken = await append(context, notice);
  if (!taken) {
    // The queue does not exist yet, the notice is repeated, or the resource ended before it.
    const touchedAt = context.now();
    const queue = { tppId: notice.tppId, taken: {}, waiting: [], busyUntil: NEVER, touchedAt };
    await context.queues.updateOne({ _id: queueIdOf(notice.parent) }, { $setOnInsert: queue }, { upsert: true });
    taken = await append(context, notice);
  }
  // Removes notices of authorisations that ended because of the final status.
  if (notice.isFinal) {
    const later = { at: { $gt: new Date(notice.at) } };
    await context.queues.updateOne({ _id: queueIdOf(notice.parent) }, { $pull: { waiting: later } });
  }
  if (taken) context.dispatcher.expect();
  return { taken };
}

async function append({ queues, now }: QueueContext, notice: StatusNotification): Promise<boolean> {
  const { parent, authorisationId, sequence, wish, isFinal, aheadMs } = notice;
  const at = new Date(notice.at);
  const taken = `taken.${authorisationId ?? 'resource'}`;
  const { traceparent } = currentContext();
  const queued = {
    id: crypto.randomUUID(),
    uri: wish.uri,
    body: notificationBody(notice),
    at,
    sequence,
    traceparent,
    ...(aheadMs !== undefined && { aheadMs }),
  };
  const filter = {
    _id: queueIdOf(parent),
    tppId: notice.tppId,
    [taken]: { $not: { $gte: sequence } },
    $or: [{ endedAt: { $exists: false } }, { endedAt: { $gte: at } }],
  } as unknown as Filter<DeliveryQueue>;
  const update = {
    $set: { [taken]: sequence, touchedAt: now(), ...(isFinal && { endedAt: at }) },
    ...(isNotificationRequested(notice) && { $push: { waiting: { $each: [queued], $sort: { at: 1, sequence: 1 } } } }),
  } as UpdateFilter<DeliveryQueue>;
  const { matchedCount } = await queues.updateOne(filter, update);
  return matchedCount === 1;
}
