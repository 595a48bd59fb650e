import { stat } from 'node:fs/promises';
import type { Log } from '@xs2a/service-kit';

/** By looking, not by events: files that a platform mounts are exchanged through links, which events miss. */
const LOOK_EVERY_MS = 1_000;

/** Calls `reload` whenever one of some files was changed. What cannot be read leaves things as they were, and is logged. */
export class FileWatch {
  readonly #files: readonly string[];
  readonly #log: Log;
  readonly #reload: () => void | Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #seen: string | undefined;
  #looking = false;

  constructor(files: readonly string[], log: Log, reload: () => void | Promise<void>) {
    this.#files = files;
    this.#log = log;
    this.#reload = reload;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    void this.#look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
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
      this.#looking = false;
    }
  }
}
