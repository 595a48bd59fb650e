import type { Log } from '@xs2a/service-kit';
import { type AnyBulkWriteOperation, type Collection, type Document, MongoBulkWriteError } from 'mongodb';

/** Milliseconds for which entries are gathered before they are written. */
const GATHER_MS = 1_000;

/** Aggregation and writing of entries of one kind. */
export interface Gathering<Entry, Stored extends Document> {
  /** Entries with the same key are merged. */
  readonly keyOf: (entry: Entry) => string;
  /** Adds the second entry to the first. */
  readonly add: (to: Entry, more: Entry) => void;
  readonly writeOf: (entry: Entry) => AnyBulkWriteOperation<Stored>;
  /** The log line of a write that failed. */
  readonly failure: string;
}

/**
 * Batches, once a second, frequent records on which no decision depends, so that no read costs a write. A killed process loses
 * its last second.
 */
export class GatheredWrites<Entry, Stored extends Document> {
  readonly #collection: Collection<Stored>;
  readonly #log: Log;
  readonly #gathering: Gathering<Entry, Stored>;
  #gathered = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** A write that waits for the one under way, with all entries gathered until then. */
  #next: Promise<void> | undefined;

  constructor(collection: Collection<Stored>, log: Log, gathering: Gathering<Entry, Stored>) {
    this.#collection = collection;
    this.#log = log;
    this.#gathering = gathering;
  }

  note(entry: Entry): void {
    this.#add(entry);
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Writes all gathered entries, including those being written. Entries of a failed write are kept for the next time. */
  flush(): Promise<void> {
    this.#next ??= this.#writing.then(() => {
      this.#next = undefined;
      this.#writing = this.#write();
      return this.#writing;
    });
    return this.#next;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = [...this.#gathered.values()];
    if (gathered.length === 0) return;
    this.#gathered = new Map();
    try {
      await this.#collection.bulkWrite(gathered.map(this.#gathering.writeOf), { ordered: false });
    } catch (error) {
      this.#log.warn({ err: error }, this.#gathering.failure);
      for (const entry of notWritten(gathered, error)) this.#add(entry);
    }
  }

  #add(entry: Entry): void {
    const key = this.#gathering.keyOf(entry);
    const known = this.#gathered.get(key);
    if (known === undefined) this.#gathered.set(key, entry);
    else this.#gathering.add(known, entry);
  }
}

/** Returns the entries that the database refused; all of them if that is unknown: counting twice is better than not at all. */
function notWritten<Entry>(gathered: readonly Entry[], error: unknown): readonly Entry[] {
  const refused = error instanceof MongoBulkWriteError ? [error.writeErrors].flat().map(({ index }) => index) : [];
  return refused.length === 0 ? gathered : gathered.filter((_, index) => refused.includes(index));
}
