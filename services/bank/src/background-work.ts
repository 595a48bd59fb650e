import { type Log, newTraceparent, runInContext } from '@xs2a/service-kit';

/** Work that goes on after its caller was answered. What is lost by a crash is taken up by the jobs. */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();
  /** The last of those that wait for the same key. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Starts work without its caller's deadline. */
  start(requestId: string, work: () => Promise<void>): void {
    const context = { requestId, traceparent: newTraceparent() };
    const run = runInContext(context, work)
      .catch((error: unknown) => this.#log.warn({ err: error, requestId }, 'left for the next round'))
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Runs pieces of work on the same key one after the other: fewer write conflicts, and feeds in order. */
  async inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(key) ?? Promise.resolve();
    const run = before.then(work);
    const turn = run.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(key, turn);
    try {
      return await run;
    } finally {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    }
  }

  /** Waits until nothing is in hand any more. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
