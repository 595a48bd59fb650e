import { AsyncLocalStorage } from 'node:async_hooks';

interface Manner {
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
  readonly #look: () => Promise<void>;
  readonly #manner: Manner;
  /** A timer keeps the context in which it is set, but a poll belongs to no request and does not have its deadline. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  #expectedUntil = 0;
  #looking: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isAgain = false;

  /** `look` must not reject. */
  constructor(look: () => Promise<void>, manner: Manner) {
    this.#look = look;
    this.#manner = manner;
  }

  /** Expects a backlog at first. */
  start(): void {
    this.#isRunning = true;
    this.expect();
    this.#lookAfter(this.#manner.oftenMs);
  }

  /** Stops polling, and waits for the poll in progress. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Work is due now or soon. */
  expect(): void {
    const { oftenMs, expectedMs } = this.#manner;
    const now = performance.now();
    this.#expectedUntil = now + expectedMs;
    if (this.#timer !== undefined && this.#dueAt - now > oftenMs) this.#lookAfter(oftenMs);
  }

  /** Polls at once, or once more after the poll in progress. */
  again(): void {
    if (this.#timer === undefined) this.#isAgain = true;
    else this.#lookAfter(0);
  }

  #lookAfter(pauseMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isRunning) return;
    this.#dueAt = performance.now() + pauseMs;
    this.#timer = this.#outside(() => setTimeout(() => this.#lookNow(), pauseMs));
  }

  #lookNow(): void {
    this.#timer = undefined;
    this.#isAgain = false;
    this.#looking = this.#look().then(() => {
      const { oftenMs, seldomMs } = this.#manner;
      const pauseToNextMs = performance.now() < this.#expectedUntil ? oftenMs : seldomMs;
      this.#lookAfter(this.#isAgain ? 0 : pauseToNextMs);
    });
  }
}
