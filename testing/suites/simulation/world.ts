import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SeededRandom } from './seeded-random.ts';

/** One run of a process. A crash ends it, and nothing it waits for arrives. */
export interface Life {
  readonly name: string;
  isAlive: boolean;
}

interface Happening {
  readonly at: number;
  readonly order: number;
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

/** The life whose work is running. `isDirect`: inside an operation of the real database, which must not be delayed again. */
interface Doing {
  readonly world: World;
  readonly life: Life;
  readonly isDirect?: true;
}

const doing = new AsyncLocalStorage<Doing>();
/** Event loop turns after which all work without outside waits has settled. */
const TURNS_UNTIL_REST = 2;

/** Undefined outside of any simulation, and inside an operation of the real database. */
export function simulatedWork(): Doing | undefined {
  const present = doing.getStore();
  return present?.isDirect ? undefined : present;
}

/**
 * Time, randomness and order of a simulated system. All events are taken from one queue, one at a time, in an order that follows
 * from the seed. The trace identifies the sequence: two runs of a seed have the same one.
 */
export class World {
  readonly random: SeededRandom;
  readonly #queue: Happening[] = [];
  readonly #trace = createHash('sha256');
  #nowMs: number;
  #happened = 0;
  #ordered = 0;

  constructor(seed: number, startsAt: Date) {
    this.random = new SeededRandom(seed);
    this.#nowMs = startsAt.getTime();
  }

  readonly now = (): Date => new Date(this.#nowMs);

  get happened(): number {
    return this.#happened;
  }

  /** Returns a hash of the names and times of all events. */
  trace(): string {
    return this.#trace.copy().digest('hex');
  }

  /** Schedules an event after a delay. Returns a function that cancels it. */
  schedule(name: string, afterMs: number, run: () => void | Promise<void>): () => void {
    const happening = { at: this.#nowMs + afterMs, order: this.#ordered++, name, run };
    const later = this.#queue.findIndex(({ at }) => at > happening.at);
    if (later === -1) this.#queue.push(happening);
    else this.#queue.splice(later, 0, happening);
    return () => {
      const index = this.#queue.indexOf(happening);
      if (index !== -1) this.#queue.splice(index, 1);
    };
  }

  /** Starts work of a life that continues on its own. */
  start(life: Life, work: () => Promise<unknown>): void {
    void doing.run({ world: this, life }, work).catch(() => undefined);
  }

  /** Runs an operation of the real database immediately. */
  direct<T>(life: Life, operation: () => Promise<T>): Promise<T> {
    return doing.run({ world: this, life, isDirect: true }, operation);
  }

  /** Runs events until the condition holds. Throws if none is left, or after too many. */
  async runUntil(isDone: () => boolean, happeningsMax: number): Promise<void> {
    for (let count = 0; !isDone(); count++) {
      const happening = this.#queue.shift();
      if (happening === undefined) throw new Error('nothing is left to happen, and something still waits');
      if (count > happeningsMax) throw new Error(`no end after ${happeningsMax} happenings; next: ${happening.name}`);
      this.#nowMs = Math.max(this.#nowMs, happening.at);
      this.#happened++;
      this.#trace.update(`${this.#nowMs} ${happening.name}\n`);
      await happening.run();
      for (let turn = 0; turn < TURNS_UNTIL_REST; turn++) await nextTurn();
    }
  }
}
