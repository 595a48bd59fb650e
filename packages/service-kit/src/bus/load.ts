import type { WorkLimit } from './work-limit.ts';

const LOOK_EVERY_MS = 250;
/** Milliseconds of queueing above which a process is overloaded. */
const DELAYED_MS = 250;
/** Consecutive checks, because a single long step, such as a large document, is no lasting state. */
const LOOKS = 3;

/** Detects overload: the work queue fills up, or timers fire late repeatedly. */
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
