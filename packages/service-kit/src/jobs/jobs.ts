import type { Collection } from 'mongodb';
import { z } from 'zod';
import { newTraceparent, runInContext } from '../context/request-context.ts';
import type { Log } from '../observability/log.ts';
import type { StartedSpan, Tracing } from '../observability/tracing.ts';
import { isDuplicateKey } from '../storage/create-once.ts';
import { storedCollection } from '../storage/stored-collection.ts';

/** Lease of a job, with its holder and expiry. The fence increases with each holder. */
const Lease = z.object({ _id: z.string(), owner: z.string(), until: z.date(), fence: z.int() });
type Lease = z.infer<typeof Lease>;
export const LEASES = storedCollection('leases', Lease);

/** Milliseconds that a shutdown waits for jobs: longer than the wait for a reply to one of their messages. */
const FINISH_MS = 10_000;

/**
 * Periodic work that one replica at a time does. The lease only saves work; guarded writes inside the job ensure correctness, so
 * a job must tolerate running twice and being cut off. A job with many documents checks `isStopping` between them.
 */
export class Jobs {
  readonly #leases: Collection<Lease>;
  readonly #log: Log;
  readonly #tracing: Tracing | undefined;
  readonly #owner = crypto.randomUUID();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Map<Promise<void>, string>();
  readonly #works = new Map<string, () => Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(leases: Collection<Lease>, log: Log, tracing?: Tracing) {
    this.#leases = leases;
    this.#log = log;
    this.#tracing = tracing;
  }

  /**
   * Runs a job soon after the start and then at this interval, so that the backlog of a downtime is processed at once. While it
   * is `idle`, the pause is longer.
   */
  every(job: string, everyMs: number, work: () => Promise<void>, idle?: { everyMs: number; is: () => boolean }): void {
    this.#works.set(job, work);
    const again = (pauseMs: number): void => {
      if (this.#stopping.signal.aborted) return;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        const run = this.#run(job, everyMs, work).finally(() => {
          this.#running.delete(run);
          again((idle?.is() ? idle.everyMs : everyMs) * (0.9 + Math.random() / 5));
        });
        this.#running.set(run, job);
      }, pauseMs);
      this.#timers.add(timer);
    };
    again(Math.min(everyMs, 1_000) * Math.random());
  }

  /** Runs a job now, regardless of its lease. Includes the work that a periodic run has taken up in the meantime. */
  async runNow(job: string): Promise<void> {
    const work = this.#works.get(job);
    if (work === undefined) throw new Error(`there is no job ${job}`);
    await work();
    await Promise.all([...this.#running].filter(([, running]) => running === job).map(([run]) => run));
  }

  /** Starts no further runs, and waits for those in progress as long as a shutdown may take. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      for (const job of this.#running.values()) this.#log.warn({ job }, 'job is cut off: the process ends');
      resolve();
    }, FINISH_MS);
    await Promise.race([Promise.all(this.#running.keys()), late]);
    clearTimeout(timer);
  }

  async #run(job: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    const requestId = crypto.randomUUID();
    let span: StartedSpan | undefined;
    try {
      if (!(await this.#claim(job, everyMs))) return;
      span = this.#tracing?.start(`job ${job}`, 'internal', undefined, {
        'xs2a.job': job,
        'xs2a.request_id': requestId,
      });
      const traceparent = span?.traceparent ?? newTraceparent();
      await runInContext({ requestId, traceparent, stopping: this.#stopping.signal }, work);
      span?.end();
    } catch (error) {
      span?.end({ 'error.type': 'failed' });
      this.#log.warn({ err: error, job, requestId }, 'job failed and will be tried again');
    }
  }

  async #claim(job: string, everyMs: number): Promise<boolean> {
    const now = new Date();
    try {
      await this.#leases.updateOne(
        { _id: job, $or: [{ owner: this.#owner }, { until: { $lte: now } }] },
        { $set: { owner: this.#owner, until: new Date(now.getTime() + everyMs * 2) }, $inc: { fence: 1 } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
