import { isNotificationRequested, notificationBody, type StatusNotification } from '@xs2a/contracts';
import type { Clock } from '@xs2a/service-kit';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { type Lane, laneOf } from '../model/delivery-queue.ts';

/** What use cases of this service work with. */
export interface NotifierRoom {
  readonly lanes: Collection<Lane>;
  readonly now: Clock;
}

const NEVER = new Date(0);

/**
 * Puts a notice into the lane of its resource, once: each sequence is taken by one guarded write. Notices of the resource
 * and of its authorisations come from different rooms, and stand in the order in which the statuses moved.
 */
export async function takeNotice(room: NotifierRoom, notice: StatusNotification): Promise<{ taken: boolean }> {
  let taken = await put(room, notice);
  if (!taken) {
    // New, or taken before, or after the end of its resource.
    const touchedAt = room.now();
    const lane = { tppId: notice.tppId, taken: {}, waiting: [], busyUntil: NEVER, touchedAt };
    await room.lanes.updateOne({ _id: laneOf(notice.parent) }, { $setOnInsert: lane }, { upsert: true });
    taken = await put(room, notice);
  }
  // What its authorisations came to because of the end may have been told before it.
  if (notice.isFinal) {
    const later = { at: { $gt: new Date(notice.at) } };
    await room.lanes.updateOne({ _id: laneOf(notice.parent) }, { $pull: { waiting: later } });
  }
  return { taken };
}

async function put({ lanes, now }: NotifierRoom, notice: StatusNotification): Promise<boolean> {
  const { parent, authorisationId, sequence, wish, isFinal } = notice;
  const at = new Date(notice.at);
  const taken = `taken.${authorisationId ?? 'resource'}`;
  const waiting = { id: crypto.randomUUID(), uri: wish.uri, body: notificationBody(notice), at, sequence };
  const filter = {
    _id: laneOf(parent),
    tppId: notice.tppId,
    [taken]: { $not: { $gte: sequence } },
    $or: [{ endedAt: { $exists: false } }, { endedAt: { $gte: at } }],
  } as unknown as Filter<Lane>;
  const update = {
    $set: { [taken]: sequence, touchedAt: now(), ...(isFinal && { endedAt: at }) },
    ...(isNotificationRequested(notice) && { $push: { waiting: { $each: [waiting], $sort: { at: 1, sequence: 1 } } } }),
  } as UpdateFilter<Lane>;
  const { matchedCount } = await lanes.updateOne(filter, update);
  return matchedCount === 1;
}
