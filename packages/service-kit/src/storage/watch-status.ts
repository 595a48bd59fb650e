import type { ClientSession, Collection, Document } from 'mongodb';

/** The required fields of a history entry. */
interface Entry {
  readonly at: Date;
  readonly from: string | null;
  readonly to: string;
}

/** Called with a document once its new status is stored. */
type Watcher<T extends Document> = (document: T, entry: Entry) => void;

const watchers = new WeakMap<object, Watcher<Document & { history: Entry[] }>>();
/** Changes of a transaction, reported only once it is committed. */
const pending = new WeakMap<ClientSession, (() => void)[]>();

/** Watches the statuses that `advance()` changes in a collection, for metrics. */
export function watchStatus<T extends Document & { history: Entry[] }>(
  collection: Collection<T>,
  watcher: Watcher<T>,
): void {
  watchers.set(collection, watcher as unknown as Watcher<Document & { history: Entry[] }>);
}

export function notifyWatcher<T extends Document & { history: Entry[] }>(
  collection: Collection<T>,
  document: T,
  session: ClientSession | undefined,
): void {
  const watcher = watchers.get(collection);
  const entry = document.history.at(-1);
  if (watcher === undefined || entry === undefined) return;
  const tell = (): void => watcher(document, entry);
  if (session === undefined) return tell();
  const changes = pending.get(session);
  if (changes === undefined) tell();
  else changes.push(tell);
}

/** Runs the work of a transaction. On a repetition, forgets the changes of the failed attempt. */
export function inTransaction<T>(session: ClientSession, work: (session: ClientSession) => Promise<T>): Promise<T> {
  pending.set(session, []);
  return work(session);
}

export function notifyCommitted(session: ClientSession): void {
  for (const tell of pending.get(session) ?? []) tell();
  pending.delete(session);
}

/** Seconds from the first entry of a history to its last. */
export function secondsOf(history: readonly Entry[]): number {
  const [first, last] = [history[0], history.at(-1)];
  return first === undefined || last === undefined ? 0 : Math.max(0, last.at.getTime() - first.at.getTime()) / 1_000;
}
