import { type Clock, isDuplicateKey, type Kit, type Log } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import {
  INFORMATION_ROLES,
  type Informed,
  STATISTICS_MINUTES,
  type StatisticsMinute,
  type Times,
} from '../model/statistics-minute.ts';
import { informedRole, type ObservedRequest, outcomeOf } from './observed-request.ts';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const WRITE_EVERY_MS = 10_000;
/** Upper bound on minutes kept in memory while the database is unavailable: two days. */
const MINUTES_MAX = 2_880;
/** Days are summed up after one; the minutes of a few more help to verify doubtful figures. */
const KEPT_MS = 14 * 86_400_000;

interface Counted {
  readonly alive: Set<number>;
  readonly answered: Set<number>;
  readonly unanswered: Map<number, number>;
  requests: number;
  errors: number;
  readonly times: Map<Informed, Times>;
}
/** Counts being written. They no longer change, so a failed write can be repeated under the same number. */
interface Batch {
  readonly minute: number;
  readonly number: number;
  readonly counted: Counted;
}

/**
 * Counts the observations of this replica and adds them to minutes shared by all replicas: one write every ten seconds, even
 * without a request, because it shows that the replica runs. A killed replica loses at most ten seconds of figures.
 */
export class StatisticsRecorder {
  readonly #minutes: Collection<StatisticsMinute>;
  readonly #now: Clock;
  readonly #log: Log;
  readonly #replica = crypto.randomUUID();
  #open = new Map<number, Counted>();
  #batches: Batch[] = [];
  #number = 0;
  #timers: NodeJS.Timeout[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor({ collection, now, log }: Pick<Kit, 'collection' | 'now' | 'log'>) {
    this.#minutes = collection(STATISTICS_MINUTES);
    this.#now = now;
    this.#log = log;
  }

  start(): void {
    // A hanging process does not tick, and does not count as running.
    this.#timers = [
      setInterval(() => this.tick(), SECOND_MS).unref(),
      setInterval(() => void this.write(), WRITE_EVERY_MS).unref(),
    ];
    this.tick();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.write();
  }

  /** Records that the replica runs in this second. */
  tick(): void {
    const at = this.#now();
    this.#at(at).alive.add(at.getUTCSeconds());
  }

  record(request: ObservedRequest): void {
    const { endpoint, receivedAt, ms } = request;
    const counted = this.#at(receivedAt);
    const second = receivedAt.getUTCSeconds();
    const outcome = outcomeOf(request);
    counted.requests++;
    if (outcome === 'abandoned') return;
    if (outcome === 'unanswered') {
      counted.errors++;
      counted.unanswered.set(second, (counted.unanswered.get(second) ?? 0) + 1);
      return;
    }
    counted.answered.add(second);
    const informed = outcome === 'information' ? informedRole(endpoint) : undefined;
    if (informed === undefined) return;
    const times = counted.times.get(informed) ?? { requests: 0, ms: 0 };
    counted.times.set(informed, { requests: times.requests + 1, ms: times.ms + ms });
  }

  /** Adds the counts to the stored minutes. If the write fails, it is repeated the next time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeNow());
    return this.#writing;
  }

  async #writeNow(): Promise<void> {
    try {
      await this.#writeBatches();
      this.#batches = [...this.#open].map(([minute, counted]) => ({ minute, counted, number: ++this.#number }));
      this.#open = new Map();
      await this.#writeBatches();
    } catch (error) {
      this.#log.warn({ event: 'statisticsNotWritten', err: error instanceof Error ? error : undefined });
    }
  }

  async #writeBatches(): Promise<void> {
    for (let next = this.#batches[0]; next !== undefined; next = this.#batches[0]) {
      await this.#add(next);
      this.#batches.shift();
    }
  }

  async #add({ minute, number, counted }: Batch): Promise<void> {
    const batch = `batches.${this.#replica}`;
    const { requests, errors } = counted;
    const increments: Record<string, number> = { requests, errors };
    for (const [second, count] of counted.unanswered) increments[`unanswered.${second}`] = count;
    for (const informed of INFORMATION_ROLES) {
      const times = counted.times.get(informed);
      if (times === undefined) continue;
      increments[`times.${informed}.requests`] = times.requests;
      increments[`times.${informed}.ms`] = times.ms;
    }
    try {
      await this.#minutes.updateOne(
        { _id: new Date(minute), [batch]: { $not: { $gte: number } } },
        {
          $inc: increments,
          $bit: { alive: { or: bitsOf(counted.alive) }, answered: { or: bitsOf(counted.answered) } },
          $set: { [batch]: number },
          $setOnInsert: { expiresAt: new Date(minute + KEPT_MS) },
        },
        { upsert: true },
      );
    } catch (error) {
      // Either this batch is already counted because the database's answer was lost, or another replica created the minute first.
      if (!isDuplicateKey(error)) throw error;
      if ((await this.#minutes.findOne({ _id: new Date(minute), [batch]: { $gte: number } } as object)) === null)
        await this.#add({ minute, number, counted });
    }
  }

  #at(at: Date): Counted {
    const minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
    const known = this.#open.get(minute);
    if (known !== undefined) return known;
    const [oldest] = this.#open.keys();
    if (this.#open.size >= MINUTES_MAX && oldest !== undefined) this.#open.delete(oldest);
    const counted: Counted = {
      alive: new Set(),
      answered: new Set(),
      unanswered: new Map(),
      requests: 0,
      errors: 0,
      times: new Map(),
    };
    this.#open.set(minute, counted);
    return counted;
  }
}

function bitsOf(seconds: ReadonlySet<number>): bigint {
  let bits = 0n;
  for (const second of seconds) bits |= 1n << BigInt(second);
  return bits;
}
