import {
  isFinal,
  isNotificationRequested,
  type Machine,
  pushNotification,
  type StatusNotification,
} from '@xs2a/contracts';
import { findContext } from '../context/request-context.ts';
import { toServiceTime } from '../context/work-scopes.ts';
import type { HistoryEntry } from '../history/history.ts';
import { type OutboxEntry, outboxEntry } from '../outbox/outbox-entry.ts';
import type { NotificationTarget } from '../storage/stored-collection.ts';

const DAY_MS = 86_400_000;
/** Notified like a final status, although an instant payment may still change afterwards (decision 15). */
const LAST_BUT_ONE = 'ACSC';

/**
 * Messages to the notifier about new history entries: one for each change of the status. The final status is always sent, because
 * it ends the subscription.
 */
export function statusNotifications(
  machine: Machine,
  target: NotificationTarget,
  before: readonly HistoryEntry[],
  added: readonly HistoryEntry[],
): OutboxEntry[] {
  const isResource = target.authorisationId === undefined;
  // Clocks of replicas differ, but a later entry must not have an earlier time.
  let latestMs = Math.max(...before.map(({ at }) => at.getTime()));
  return added.flatMap(({ at, from, to }, index) => {
    latestMs = Math.max(latestMs, at.getTime());
    const isEnd = isResource && isFinal(machine, to);
    if (from === to) return [];
    return entryOf(target, at, {
      sequence: before.length + index,
      status: to,
      // A clock that was set back does not postpone later entries.
      at: toServiceTime(latestMs - at.getTime() > DAY_MS ? at : new Date(latestMs)).toISOString(),
      isLast: isEnd || (isResource && to === LAST_BUT_ONE),
      isFinal: isEnd,
    });
  });
}

/**
 * A message to the notifier about a status that the TPP sees between the creation and the first change of the stored status.
 * It has the place of the creation, which is never notified, so of several the first counts.
 */
export function notificationBeforeFirstChange(target: NotificationTarget, status: string, at: Date): OutboxEntry[] {
  const told = { sequence: 0, status, at: toServiceTime(at).toISOString(), isLast: false, isFinal: false };
  return entryOf(target, at, told);
}

function entryOf(
  target: NotificationTarget,
  at: Date,
  change: Pick<StatusNotification, 'sequence' | 'status' | 'at' | 'isLast' | 'isFinal'>,
): OutboxEntry[] {
  const { aheadMs = 0 } = findContext()?.scope ?? {};
  const notification = { ...target, ...change, ...(aheadMs > 0 && { aheadMs }) };
  if (!(change.isFinal || isNotificationRequested(notification))) return [];
  // Due immediately: unlike outbox entries, notifications are not delivered by the request that stored them.
  return [{ ...outboxEntry(pushNotification, notification, at), nextAt: toServiceTime(at) }];
}
