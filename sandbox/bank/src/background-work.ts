import { currentContext, findContext, type Log, runInContext } from '@xs2a/service-kit';

/** Work that continues after its caller was answered. The jobs resume what a crash interrupted. */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>();
  /** The last work queued for each key. */
  readonly #queues = new Map<string, Promise<void>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Starts work in the trace and by the clock of its caller, without its deadline. */
  start(requestId: string, work: () => Promise<void>): Promise<void> {
    const { traceparent, scope } = currentContext();
    const context = { requestId, traceparent, ...(scope && { scope: { ...scope } }) };
    const run = runInContext(context, work)
      .catch((error: unknown) => this.#log.warn({ err: error, requestId }, 'interrupted: a job resumes it'))
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  /** As {@link start}. While days pass for a developer, all work due on one day ends before the next day begins. */
  async soon(work: () => Promise<void>): Promise<void> {
    const { requestId } = currentContext();
    const run = this.start(requestId, work);
    if ((findContext()?.scope?.aheadMs ?? 0) > 0) await run;
  }

  /** Runs work on the same key in sequence. This avoids write conflicts and keeps feeds in order. */
  async inSequence<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#queues.get(key) ?? Promise.resolve();
    const run = previous.then(work);
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    this.#queues.set(key, settled);
    try {
      return await run;
    } finally {
      if (this.#queues.get(key) === settled) this.#queues.delete(key);
    }
  }

  /** Waits until all work that was started has ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
