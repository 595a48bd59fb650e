import type { Log } from '@xs2a/service-kit';
import type { Collection, Document } from 'mongodb';
import type { Consent } from '../model/consent.ts';

/** Milliseconds in which reads with the PSU present are gathered into one write. */
const GATHER_MS = 1_000;

interface Noted {
  readonly consentId: string;
  readonly day: string;
  at: Date;
  times: number;
}

/**
 * Reads with the PSU present are unlimited and frequent, and no decision hangs on their number: they are counted together,
 * once a second, so that a read costs no write of its own. A killed process loses what it gathered in that second.
 */
export class AttendedUses {
  readonly #consents: Collection<Consent>;
  readonly #log: Log;
  #noted = new Map<string, Noted>();
  #timer: NodeJS.Timeout | undefined;

  constructor(consents: Collection<Consent>, log: Log) {
    this.#consents = consents;
    this.#log = log;
  }

  note(consentId: string, day: string, at: Date): void {
    this.#add({ consentId, day, at, times: 1 });
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Writes down what was gathered. What could not be written is gathered again. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = [...this.#noted.values()];
    if (gathered.length === 0) return;
    this.#noted = new Map();
    const writes = gathered.map(({ consentId, day, at, times }) => ({
      updateOne: { filter: { _id: consentId }, update: [{ $set: { uses: usesAfter(day, at, times) } }] },
    }));
    try {
      await this.#consents.bulkWrite(writes, { ordered: false });
    } catch (error) {
      this.#log.warn({ err: error }, 'uses of consents are counted later');
      for (const noted of gathered) this.#add(noted);
    }
  }

  #add({ consentId, day, at, times }: Noted): void {
    const key = `${consentId} ${day}`;
    const noted = this.#noted.get(key) ?? { consentId, day, at, times: 0 };
    noted.times += times;
    if (at > noted.at) noted.at = at;
    this.#noted.set(key, noted);
  }
}

/** The field `uses` after some more reads of a day, as MongoDB reckons it; a day before the last one counts in all. */
export function usesAfter(day: string, at: Date, times: number): Document {
  const more = (field: string): Document => ({ $add: [{ $ifNull: [`$uses.${field}`, 0] }, times] });
  const onLaterDay = { $cond: [{ $eq: ['$uses.day', day] }, more('onDay'), times] };
  return {
    inAll: more('inAll'),
    day: { $max: ['$uses.day', day] },
    onDay: { $cond: [{ $gt: ['$uses.day', day] }, '$uses.onDay', onLaterDay] },
    lastAt: { $max: ['$uses.lastAt', at] },
  };
}
