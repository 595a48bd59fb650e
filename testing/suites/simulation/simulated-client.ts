import { type Operation, type ReplyOf, type RequestInputOf, Xs2aError } from '@xs2a/contracts';
import type { SimulatedBus } from './simulated-bus.ts';
import type { Life, World } from './world.ts';

const ATTEMPTS_MAX = 60;
/** Errors after which a caller repeats the same request. */
const PASSING = new Set(['requestInFlight', 'statusConflict']);

/** A caller from outside, which never crashes and repeats unanswered requests with the same X-Request-ID. */
export class SimulatedClient {
  readonly world: World;
  readonly #bus: SimulatedBus;
  readonly #life: Life;

  constructor(world: World, bus: SimulatedBus, name: string) {
    this.world = world;
    this.#bus = bus;
    this.#life = { name, isAlive: true };
  }

  /** Runs a journey. `onEnd` receives its error. */
  walk(journey: () => Promise<void>, onEnd: (error: unknown) => void): void {
    this.world.start(this.#life, () => journey().then(() => onEnd(undefined), onEnd));
  }

  ask<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> {
    return this.#bus.ask(operation, request);
  }

  /** Repeats a request until there is an answer or a permanent error. */
  async askUntilAnswered<O extends Operation>(operation: O, request: RequestInputOf<O>): Promise<ReplyOf<O>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.ask(operation, request);
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || !isPassing(error)) throw error;
        await this.pause(this.world.random.between(50, 500));
      }
    }
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.world.schedule(`${this.#life.name} pauses`, ms, () => resolve()));
  }

  /** Reads data that no operation returns. */
  look<T>(read: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.world.schedule(`${this.#life.name} looks`, 1, async () => {
        await this.world.direct(this.#life, read).then(resolve, reject);
      });
    });
  }
}

export function isPassing(error: unknown): boolean {
  return error instanceof Xs2aError && (error.refusal.status >= 500 || PASSING.has(error.situation));
}
