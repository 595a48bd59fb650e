import { stat } from 'node:fs/promises';
import type { Log } from '../observability/log.ts';

/** Polling instead of events: Kubernetes replaces mounted files through symbolic links, which events miss. */
const POLL_EVERY_MS = 1_000;

/** Calls `reload` when one of the files has changed. If it fails, the previous state stays in force and the error is logged. */
export class FileWatch {
  readonly #files: readonly string[];
  readonly #log: Log;
  readonly #reload: () => void | Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #seen: string | undefined;
  #polling = false;

  constructor(files: readonly string[], log: Log, reload: () => void | Promise<void>) {
    this.#files = files;
    this.#log = log;
    this.#reload = reload;
    this.#timer = setInterval(() => void this.#poll(), POLL_EVERY_MS).unref();
    void this.#poll();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      const states = await Promise.all(this.#files.map((file) => stat(file).catch(() => undefined)));
      const seen = states.map((state) => `${state?.ino} ${state?.mtimeMs} ${state?.size}`).join(', ');
      if (seen === this.#seen) return;
      const isFirst = this.#seen === undefined;
      this.#seen = seen;
      if (isFirst) return;
      await this.#reload();
      this.#log.info({ event: 'filesReloaded' });
    } catch (error) {
      this.#log.error({ err: error instanceof Error ? error : new Error(String(error)), event: 'filesNotReloaded' });
    } finally {
      this.#polling = false;
    }
  }
}
