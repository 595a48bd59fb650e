import type { WorkLimit } from './work-limit.ts';

const LOOK_EVERY_MS = 250;
/** Milliseconds that work waits for its turn above which a process does not keep up. */
const DELAYED_MS = 250;
/** Looks in a row: a single long step, with a large document say, is no lasting state. */
const LOOKS = 3;

/** Whether this process keeps up. It does not while its queue fills, or while its timers come late again and again. */
export class Load {
  readonly #limit: WorkLimit;
  readonly #timer: NodeJS.Timeout;
  #expectedAt = performance.now() + LOOK_EVERY_MS;
  #delayedLooks = 0;

  constructor(limit: WorkLimit) {
    this.#limit = limit;
    this.#timer = setInterval(() => this.#look(performance.now()), LOOK_EVERY_MS).unref();
  }

  get isBusy(): boolean {
    return this.#limit.isFilling || this.#delayedLooks >= LOOKS;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(now: number): void {
    this.#delayedLooks = now - this.#expectedAt > DELAYED_MS ? this.#delayedLooks + 1 : 0;
    this.#expectedAt = now + LOOK_EVERY_MS;
  }
}
