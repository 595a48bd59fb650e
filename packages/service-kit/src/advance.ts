import type { ClientSession, Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { type Author, authored, chained, type HistoryEntry } from './history.ts';
import { noticesOf } from './notices.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { currentContext } from './request-context.ts';
import type { StoredCollection } from './stored-collection.ts';

/** What moves along with a status, in the same write. */
export interface Move<T extends Document> {
  readonly at: Date;
  /** Who moves it: a TPP, `psu`, or the service. */
  readonly by: string | Author;
  /** The PSU, where it is one that moves it. */
  readonly psuId?: string | undefined;
  /** Why, where a person decides it. */
  readonly reason?: string;
  readonly where?: Filter<T>;
  readonly set?: Document;
  readonly inc?: Readonly<Record<string, number>>;
  readonly push?: Document;
  readonly outbox?: readonly OutboxEntry[];
  readonly session?: ClientSession;
}

/**
 * The only way a status moves: a compare-and-set from the status and the history that the document was read with, along
 * edges of its machine, appending to the chain of its history and to what a TPP is to be told. Several events walk several edges in one
 * write. Null when somebody else moved the document first; an edge that the machine does not have is a fault of ours and throws.
 */
export async function advance<T extends Document & { history: HistoryEntry[] }>(
  stored: StoredCollection<T>,
  collection: Collection<T>,
  document: T,
  events: string | readonly string[],
  move: Move<T>,
): Promise<T | null> {
  if (stored.status === undefined) throw new Error(`${stored.name} has no status`);
  const { field, machine } = stored.status;
  const { requestId } = currentContext();
  const from = String(document[field]);
  let status = from;
  const entries: HistoryEntry[] = [];
  let previous = document.history.at(-1)?.hash ?? '';
  for (const event of typeof events === 'string' ? [events] : events) {
    const edges: Readonly<Record<string, string>> = machine[status] ?? {};
    const to = Object.hasOwn(edges, event) ? edges[event] : undefined;
    if (to === undefined) throw new Error(`${stored.name}: no edge ${event} from ${status}`);
    const { at, by, psuId, reason } = move;
    const entry = chained(previous, {
      at,
      event,
      from: status,
      to,
      ...authored(by),
      ...(psuId !== undefined && { psuId }),
      requestId,
      ...(reason !== undefined && { reason }),
    });
    entries.push(entry);
    previous = entry.hash;
    status = to;
  }
  const told = stored.toldOf?.(document);
  const notices = told === undefined ? [] : noticesOf(machine, told, document.history, entries);
  const unmoved = { _id: document['_id'], [field]: from, history: { $size: document.history.length } };
  const filter = { ...move.where, ...unmoved } as Filter<T>;
  const update = {
    $set: { ...move.set, [field]: status },
    ...(move.inc && { $inc: move.inc }),
    $push: {
      ...move.push,
      history: { $each: entries },
      ...(move.outbox?.length && { outbox: { $each: move.outbox } }),
      ...(notices.length > 0 && { notices: { $each: notices } }),
    },
  } as unknown as UpdateFilter<T>;
  const options = { returnDocument: 'after', ...(move.session && { session: move.session }) } as const;
  return (await collection.findOneAndUpdate(filter, update, options)) as T | null;
}
