import type { Log } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { Access } from '../model/access.ts';

/** Milliseconds for which accesses are gathered before they are written. */
const GATHER_MS = 1_000;

type Noted = Pick<Access, 'consentId' | 'tppId' | 'day' | 'kind' | 'psuPresent'>;

/**
 * Keeps for `npm run audit-export` which TPP read what under which consent. Nothing is decided by it, so it is written once a
 * second and costs no read a write. A process that is killed loses its last second.
 */
export class AccessRecords {
  readonly #accesses: Collection<Access>;
  readonly #log: Log;
  #gathered = new Map<string, Access>();
  #timer: NodeJS.Timeout | undefined;

  constructor(accesses: Collection<Access>, log: Log) {
    this.#accesses = accesses;
    this.#log = log;
  }

  note(noted: Noted, at: Date): void {
    const { consentId, day, kind, psuPresent } = noted;
    const _id = `${consentId} ${day} ${kind} ${psuPresent ? 'present' : 'absent'}`;
    this.#add({ ...noted, _id, times: 1, firstAt: at, lastAt: at });
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Writes what was gathered. It is kept for the next time where the write fails. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = [...this.#gathered.values()];
    if (gathered.length === 0) return;
    this.#gathered = new Map();
    const writes = gathered.map(({ _id, times, firstAt, lastAt, ...noted }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: noted, $inc: { times }, $min: { firstAt }, $max: { lastAt } },
        upsert: true,
      },
    }));
    try {
      await this.#accesses.bulkWrite(writes, { ordered: false });
    } catch (error) {
      this.#log.warn({ err: error }, 'could not store the accesses of TPPs, will try again');
      for (const access of gathered) this.#add(access);
    }
  }

  #add(access: Access): void {
    const known = this.#gathered.get(access._id);
    if (known === undefined) return void this.#gathered.set(access._id, access);
    known.times += access.times;
    if (access.firstAt < known.firstAt) known.firstAt = access.firstAt;
    if (access.lastAt > known.lastAt) known.lastAt = access.lastAt;
  }
}
