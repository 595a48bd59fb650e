import { AsyncLocalStorage } from 'node:async_hooks';

interface Manner {
  /** Milliseconds between two looks while work is expected. */
  readonly oftenMs: number;
  /** Milliseconds between two looks otherwise. Only what another replica left behind, because it ended, is found so late. */
  readonly seldomMs: number;
  /** Milliseconds for which work is expected after {@link Poll.expect}. */
  readonly expectedMs: number;
}

/**
 * Looks for work that is due: often while this process knows that there is or will be some, seldom otherwise. An idle
 * service that looked often would spend most of its CPU time on it, and the database a good part of its own.
 */
export class Poll {
  readonly #look: () => Promise<void>;
  readonly #manner: Manner;
  /** A timer keeps the context that it is set in: a look belongs to no request, and has not its deadline. */
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

  /** Work from a downtime is expected at first. */
  start(): void {
    this.#isRunning = true;
    this.expect();
    this.#lookAfter(this.#manner.oftenMs);
  }

  /** Looks no more, and waits for the look in progress. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** There is work, or will be soon. */
  expect(): void {
    const { oftenMs, expectedMs } = this.#manner;
    const now = performance.now();
    this.#expectedUntil = now + expectedMs;
    if (this.#timer !== undefined && this.#dueAt - now > oftenMs) this.#lookAfter(oftenMs);
  }

  /** Looks at once, or once more after the look in progress. */
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
