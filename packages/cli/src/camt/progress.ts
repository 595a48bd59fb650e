const SHOW_EVERY_MS = 200;
const LINE_EVERY_MS = 5_000;

/** Progress of a file: one updated line on a terminal, an occasional line elsewhere. */
export class Progress {
  readonly #file: string;
  #shownAt = 0;

  constructor(file: string) {
    this.#file = file;
  }

  show(what: string): void {
    const every = process.stderr.isTTY ? SHOW_EVERY_MS : LINE_EVERY_MS;
    if (Date.now() - this.#shownAt < every) return;
    this.#shownAt = Date.now();
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${this.#file}: ${what}` : `${this.#file}: ${what}\n`);
  }

  end(what: string): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    if (what !== '') process.stderr.write(`${this.#file}: ${what}\n`);
  }
}
