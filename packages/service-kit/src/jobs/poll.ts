import { AsyncLocalStorage } from 'node:async_hooks';

interface PollIntervals {
  /** Milliseconds between two polls while work is expected. */
  readonly oftenMs: number;
  /** Milliseconds between two polls otherwise. Only finds work that another replica left behind when it ended. */
  readonly seldomMs: number;
  /** Milliseconds for which work is expected after {@link Poll.expect}. */
  readonly expectedMs: number;
}

/**
 * Polls for due work: frequently while this process expects some, slowly otherwise. Frequent polling by an idle service would
 * take most of its CPU time and much of the database's.
 */
export class Poll {
  readonly #poll: () => Promise<void>;
  readonly #intervals: PollIntervals;
  /** A timer keeps the context in which it is set, but a poll belongs to no request and does not have its deadline. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  #expectedUntil = 0;
  #polling: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isAgain = false;

  /** `poll` must not reject. */
  constructor(poll: () => Promise<void>, intervals: PollIntervals) {
    this.#poll = poll;
    this.#intervals = intervals;
  }

  /** Expects a backlog at first. */
  start(): void {
    this.#isRunning = true;
    this.expect();
    this.#pollAfter(this.#intervals.oftenMs);
  }

  /** Stops polling, and waits for the poll in progress. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  /** Work is due now or soon. */
  expect(): void {
    const { oftenMs, expectedMs } = this.#intervals;
    const now = performance.now();
    this.#expectedUntil = now + expectedMs;
    if (this.#timer !== undefined && this.#dueAt - now > oftenMs) this.#pollAfter(oftenMs);
  }

  /** Polls at once, or once more after the poll in progress. */
  again(): void {
    if (this.#timer === undefined) this.#isAgain = true;
    else this.#pollAfter(0);
  }

  #pollAfter(pauseMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isRunning) return;
    this.#dueAt = performance.now() + pauseMs;
    this.#timer = this.#outside(() => setTimeout(() => this.#pollNow(), pauseMs));
  }

  #pollNow(): void {
    this.#timer = undefined;
    this.#isAgain = false;
    this.#polling = this.#poll().then(() => {
      const { oftenMs, seldomMs } = this.#intervals;
      const pauseToNextMs = performance.now() < this.#expectedUntil ? oftenMs : seldomMs;
      this.#pollAfter(this.#isAgain ? 0 : pauseToNextMs);
    });
  }
}
