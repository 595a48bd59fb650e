import type { Log } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { Consent } from '../model/consent.ts';
import { usesAfter } from './uses-after.ts';

/** Milliseconds for which reads with the PSU present are gathered before they are written. */
const GATHER_MS = 1_000;

interface DayOfUses {
  readonly consentId: string;
  readonly day: string;
  at: Date;
  times: number;
}

/**
 * Counts the reads with the PSU present. They are frequent and not limited, and nothing is decided by their number, so they
 * are written together once a second and no read costs a write. A process that is killed loses its last second.
 */
export class AttendedUses {
  readonly #consents: Collection<Consent>;
  readonly #log: Log;
  #gathered = new Map<string, DayOfUses>();
  #timer: NodeJS.Timeout | undefined;

  constructor(consents: Collection<Consent>, log: Log) {
    this.#consents = consents;
    this.#log = log;
  }

  note(consentId: string, day: string, at: Date): void {
    this.#add({ consentId, day, at, times: 1 });
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Writes the gathered uses. They are kept for the next time where the write fails. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = [...this.#gathered.values()];
    if (gathered.length === 0) return;
    this.#gathered = new Map();
    const writes = gathered.map(({ consentId, day, at, times }) => ({
      updateOne: { filter: { _id: consentId }, update: [{ $set: { uses: usesAfter(day, at, times) } }] },
    }));
    try {
      await this.#consents.bulkWrite(writes, { ordered: false });
    } catch (error) {
      this.#log.warn({ err: error }, 'could not store the uses of consents, will try again');
      for (const uses of gathered) this.#add(uses);
    }
  }

  #add({ consentId, day, at, times }: DayOfUses): void {
    const key = `${consentId} ${day}`;
    const uses = this.#gathered.get(key) ?? { consentId, day, at, times: 0 };
    uses.times += times;
    if (at > uses.at) uses.at = at;
    this.#gathered.set(key, uses);
  }
}
