import {
  isFinal,
  isNotificationRequested,
  type Machine,
  pushNotification,
  type StatusNotification,
} from '@xs2a/contracts';
import { presentContext } from '../context/request-context.ts';
import type { HistoryEntry } from '../history/history.ts';
import { type OutboxEntry, outboxEntry } from '../outbox/outbox-entry.ts';
import { inTruth } from '../sandbox-clock/shifted-time.ts';
import type { NotificationTarget } from '../storage/stored-collection.ts';

const DAY_MS = 86_400_000;
/** Reported as the last status, although an instant payment may go on from it (decision 15). */
const LAST_BUT_ONE = 'ACSC';

/**
 * The messages to the notifier about new entries of a history: one for each status that differs from the one before. The
 * final status of a resource is always sent, because the subscription ends with it.
 */
export function statusNotifications(
  machine: Machine,
  target: NotificationTarget,
  before: readonly HistoryEntry[],
  added: readonly HistoryEntry[],
): OutboxEntry[] {
  const isResource = target.authorisationId === undefined;
  // Clocks of replicas differ. A later entry must not look earlier.
  let latestMs = Math.max(...before.map(({ at }) => at.getTime()));
  return added.flatMap(({ at, from, to }, index) => {
    latestMs = Math.max(latestMs, at.getTime());
    const { daysAhead = 0 } = presentContext()?.clock ?? {};
    const isEnd = isResource && isFinal(machine, to);
    const notification: StatusNotification = {
      ...target,
      sequence: before.length + index,
      status: to,
      // A clock of the sandbox that was put back does not hold up what follows.
      at: inTruth(latestMs - at.getTime() > DAY_MS ? at : new Date(latestMs)).toISOString(),
      ...(daysAhead > 0 && { daysAhead }),
      isLast: isEnd || (isResource && to === LAST_BUT_ONE),
      isFinal: isEnd,
    };
    if (from === to || !(isEnd || isNotificationRequested(notification))) return [];
    // Due immediately: unlike messages of the outbox, the request that wrote it does not deliver it.
    return [{ ...outboxEntry(pushNotification, notification, at), nextAt: inTruth(at) }];
  });
}
