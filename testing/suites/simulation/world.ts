import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SeededRandom } from './seeded-random.ts';

/** One run of a process. A crash ends it: what it waits for never comes. */
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

/** The life whose work is being done. `isDirect`: inside an operation of the real database, which must not be delayed again. */
interface Doing {
  readonly world: World;
  readonly life: Life;
  readonly isDirect?: true;
}

const doing = new AsyncLocalStorage<Doing>();
/** Turns of the event loop in which all work that waits for nothing outside has come to rest. */
const TURNS_UNTIL_REST = 2;

/** Undefined outside of any simulation, and inside an operation of the real database. */
export function simulatedWork(): Doing | undefined {
  const present = doing.getStore();
  return present?.isDirect ? undefined : present;
}

/**
 * Time, chance and order of a simulated system. Everything that happens is taken from one queue, one at a time, in an order
 * that follows from the seed. The trace says what happened: two runs of a seed have the same one.
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

  /** A hash of the names and times of all that happened. */
  trace(): string {
    return this.#trace.copy().digest('hex');
  }

  /** Has something happen after a time. Returns what cancels it. */
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

  /** Work of a life that goes on by itself. */
  start(life: Life, work: () => Promise<unknown>): void {
    void doing.run({ world: this, life }, work).catch(() => undefined);
  }

  /** An operation of the real database, at once. */
  direct<T>(life: Life, operation: () => Promise<T>): Promise<T> {
    return doing.run({ world: this, life, isDirect: true }, operation);
  }

  /** Lets things happen until the condition holds. Throws where nothing is left to happen, or too much has happened. */
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
