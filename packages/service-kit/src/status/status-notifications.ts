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
    const { aheadMs = 0 } = findContext()?.scope ?? {};
    const isEnd = isResource && isFinal(machine, to);
    const notification: StatusNotification = {
      ...target,
      sequence: before.length + index,
      status: to,
      // A clock that was set back does not postpone later entries.
      at: toServiceTime(latestMs - at.getTime() > DAY_MS ? at : new Date(latestMs)).toISOString(),
      ...(aheadMs > 0 && { aheadMs }),
      isLast: isEnd || (isResource && to === LAST_BUT_ONE),
      isFinal: isEnd,
    };
    if (from === to || !(isEnd || isNotificationRequested(notification))) return [];
    // Due immediately: unlike outbox entries, notifications are not delivered by the request that stored them.
    return [{ ...outboxEntry(pushNotification, notification, at), nextAt: toServiceTime(at) }];
  });
}
