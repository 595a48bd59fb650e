import { Worker } from 'node:worker_threads';

/** Limits of one piece of work, and of the queue. */
interface ThreadLimits {
  /** Wall time of one piece. Longer work is ended together with the thread. */
  readonly msMax: number;
  /** Heap of the thread. Work that needs more is ended together with the thread. */
  readonly heapMiBMax: number;
  /** Maximum number of waiting pieces; each is held in memory. */
  readonly waitingMax: number;
  /** Idle time after which the thread ends; it is started again when needed. */
  readonly idleMs: number;
}

/**
 * MiB of the young generation. The objects of a message all live until its end: in the small young generation of a service they
 * would be copied more often (docs/benchmarks.md, "10,000 transfers in one message").
 */
const YOUNG_MIB = 64;

/**
 * URL of the thread's file, next to the file that starts it, by its name without extension. In the bundle of a service it is the
 * thread's own bundle: `tools/bundle` replaces this call, so it must keep exactly this form.
 */
export function threadFile(startedBy: string, name: string): URL {
  return new URL(`./${name}.ts`, startedBy);
}

/** Thrown if a piece of work exceeded its limits, or too many were queued. */
export class ThreadLimitPassed extends Error {
  readonly limit: 'time' | 'memory' | 'waiting';

  constructor(limit: ThreadLimitPassed['limit']) {
    super(`the thread's limit of ${limit} was passed`);
    this.name = 'ThreadLimitPassed';
    this.limit = limit;
  }
}

/**
 * A thread that processes pieces of work one after the other, so that none can block the caller's thread. After recent use, its
 * code is compiled and its schemas are loaded.
 */
export class WorkThread<Work, Reply> {
  readonly #file: URL;
  readonly #limits: ThreadLimits;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(file: URL, limits: ThreadLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  async run(work: Work): Promise<Reply> {
    if (this.#waiting > this.#limits.waitingMax) throw new ThreadLimitPassed('waiting');
    this.#waiting++;
    const turn = this.#last.then(() => this.#runNow(work));
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
  }

  /** Ends the thread; the next piece of work starts it again. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #runNow(work: Work): Promise<Reply> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const timer = setTimeout(() => reject(new ThreadLimitPassed('time')), this.#limits.msMax);
    const fail = (error: NodeJS.ErrnoException): void => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadLimitPassed('memory') : error);
    };
    const end = (): void => reject(new Error('the thread ended'));
    worker.on('message', resolve).on('error', fail).on('exit', end);
    try {
      worker.postMessage(work, []);
      return await promise;
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.off('message', resolve).off('error', fail).off('exit', end);
      if (this.#worker !== undefined) this.#rest(this.#worker);
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMiBMax, maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    // Between two pieces there is no other listener; a thread that fails then is replaced.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  #rest(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => void this.stop(), this.#limits.idleMs);
    this.#idle.unref();
  }
}
