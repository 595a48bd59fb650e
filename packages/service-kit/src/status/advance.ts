import type { ClientSession, Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { currentContext } from '../context/request-context.ts';
import { type Author, authorFields, chainEntry, type HistoryEntry, traceField } from '../history/history.ts';
import { announceMessages } from '../outbox/expect-messages.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import type { StoredCollection } from '../storage/stored-collection.ts';
import { notifyWatcher } from '../storage/watch-status.ts';
import { statusNotifications } from './status-notifications.ts';

/** Further changes in the same write. */
export interface Move<T extends Document> {
  readonly at: Date;
  /** Author of the change: a TPP, `psu`, or the service. */
  readonly by: string | Author;
  /** The PSU, if a PSU makes the change. */
  readonly psuId?: string | undefined;
  /** Reason, if a person decided it. */
  readonly reason?: string;
  readonly where?: Filter<T>;
  readonly set?: Document;
  readonly unset?: Document;
  readonly inc?: Readonly<Record<string, number>>;
  readonly push?: Document;
  readonly outbox?: readonly OutboxEntry[];
  readonly session?: ClientSession;
}

/**
 * The only way to change a status: a compare-and-set on the status and history with which the document was read. Follows edges of
 * the status machine or its corrections, appends to the history chain and adds the notifications for the TPP. Several events are
 * applied in one write. Returns null if another writer was first. Throws for an edge that the machine does not have, which is a
 * programming error.
 */
export async function advance<T extends Document & { history: HistoryEntry[] }>(
  stored: StoredCollection<T>,
  collection: Collection<T>,
  document: T,
  events: string | readonly string[],
  move: Move<T>,
): Promise<T | null> {
  if (stored.status === undefined) throw new Error(`${stored.name} has no status`);
  const { field, machine, corrections } = stored.status;
  const { requestId } = currentContext();
  const from = String(document[field]);
  let status = from;
  const entries: HistoryEntry[] = [];
  let previous = document.history.at(-1)?.hash ?? '';
  for (const event of typeof events === 'string' ? [events] : events) {
    const edges: Readonly<Record<string, string>> = { ...machine[status], ...corrections?.[status] };
    const to = Object.hasOwn(edges, event) ? edges[event] : undefined;
    if (to === undefined) throw new Error(`${stored.name}: no edge ${event} from ${status}`);
    const { at, by, psuId, reason } = move;
    const entry = chainEntry(previous, {
      at,
      event,
      from: status,
      to,
      ...authorFields(by),
      ...(psuId !== undefined && { psuId }),
      requestId,
      ...traceField(),
      ...(reason !== undefined && { reason }),
    });
    entries.push(entry);
    previous = entry.hash;
    status = to;
  }
  const target = stored.notificationTarget?.(document);
  const notices = target === undefined ? [] : statusNotifications(machine, target, document.history, entries);
  const unchanged = { _id: document['_id'], [field]: from, history: { $size: document.history.length } };
  const filter = { ...move.where, ...unchanged } as Filter<T>;
  const update = {
    $set: { ...move.set, [field]: status },
    ...(move.unset && { $unset: move.unset }),
    ...(move.inc && { $inc: move.inc }),
    $push: {
      ...move.push,
      history: { $each: entries },
      ...(move.outbox?.length && { outbox: { $each: move.outbox } }),
      ...(notices.length > 0 && { notices: { $each: notices } }),
    },
  } as unknown as UpdateFilter<T>;
  const options = { returnDocument: 'after', ...(move.session && { session: move.session }) } as const;
  const moved = (await collection.findOneAndUpdate(filter, update, options)) as T | null;
  if (moved === null) return null;
  notifyWatcher(collection, moved, move.session);
  if (notices.length > 0) announceMessages(collection, 'notices');
  return moved;
}
