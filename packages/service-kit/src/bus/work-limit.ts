/**
 * Runs a bounded number of tasks at once and lets a bounded number wait. Further tasks are refused immediately, so that a caller
 * can go elsewhere well before its deadline.
 */
export class WorkLimit {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #started = 0;
  #idle: (() => void)[] = [];

  constructor(atOnceMax: number, waitingMax: number) {
    this.#atOnceMax = atOnceMax;
    this.#waitingMax = waitingMax;
  }

  get running(): number {
    return this.#running;
  }

  /** Number of tasks started so far. */
  get started(): number {
    return this.#started;
  }

  /** More than half of the queue is used: callers should go elsewhere if they can. */
  get isFilling(): boolean {
    return this.#waiting.length > this.#waitingMax / 2;
  }

  /** Returns false without starting anything if the queue is full. `work` must not reject. */
  tryRun(work: () => Promise<void>): boolean {
    if (this.#running < this.#atOnceMax) this.#start(work);
    else if (this.#waiting.length < this.#waitingMax) this.#waiting.push(() => this.#start(work));
    else return false;
    return true;
  }

  /** Settles when no task runs or waits. */
  async drained(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #start(work: () => Promise<void>): void {
    this.#running++;
    this.#started++;
    void work().finally(() => {
      this.#running--;
      this.#waiting.shift()?.();
      if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
    });
  }
}
