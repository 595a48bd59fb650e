import type { WorkLimit } from './work-limit.ts';

const CHECK_EVERY_MS = 250;
/** Milliseconds of queueing above which a process is overloaded. */
const DELAYED_MS = 250;
/** Consecutive checks, because a single long step, such as a large document, is no lasting state. */
const DELAYED_CHECKS = 3;

/** Detects overload: the work queue fills up, or timers fire late repeatedly. */
export class Load {
  readonly #limit: WorkLimit;
  readonly #timer: NodeJS.Timeout;
  #expectedAt = performance.now() + CHECK_EVERY_MS;
  #delayedChecks = 0;

  constructor(limit: WorkLimit) {
    this.#limit = limit;
    this.#timer = setInterval(() => this.#check(performance.now()), CHECK_EVERY_MS).unref();
  }

  get isBusy(): boolean {
    return this.#limit.isFilling || this.#delayedChecks >= DELAYED_CHECKS;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(now: number): void {
    this.#delayedChecks = now - this.#expectedAt > DELAYED_MS ? this.#delayedChecks + 1 : 0;
    this.#expectedAt = now + CHECK_EVERY_MS;
  }
}
