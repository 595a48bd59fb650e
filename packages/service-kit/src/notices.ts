import {
  isFinal,
  isNotificationRequested,
  type Machine,
  pushNotification,
  type StatusNotification,
} from '@xs2a/contracts';
import type { HistoryEntry } from './history.ts';
import { type OutboxEntry, outboxEntry } from './outbox-entry.ts';
import type { Told } from './stored-collection.ts';

/** Counts as final, though an instant payment may go on from it (decision 15). */
const LAST_BUT_ONE = 'ACSC';

/**
 * What a TPP is to be told of the moves that follow on a history: each status that is another one than before. The end
 * of a resource is told to the notifier in any case, because the subscription ends with it.
 */
export function noticesOf(
  machine: Machine,
  told: Told,
  before: readonly HistoryEntry[],
  moves: readonly HistoryEntry[],
): OutboxEntry[] {
  const isResource = told.authorisationId === undefined;
  // Clocks of replicas differ: what comes later never looks earlier.
  let latestMs = Math.max(...before.map(({ at }) => at.getTime()));
  return moves.flatMap(({ at, from, to }, index) => {
    latestMs = Math.max(latestMs, at.getTime());
    const isEnd = isResource && isFinal(machine, to);
    const notice: StatusNotification = {
      ...told,
      sequence: before.length + index,
      status: to,
      at: new Date(latestMs).toISOString(),
      isLast: isEnd || (isResource && to === LAST_BUT_ONE),
      isFinal: isEnd,
    };
    if (from === to || !(isEnd || isNotificationRequested(notice))) return [];
    // Due at once: unlike the outbox, nobody delivers it on the way of the request.
    return [{ ...outboxEntry(pushNotification, notice, at), nextAt: at }];
  });
}
