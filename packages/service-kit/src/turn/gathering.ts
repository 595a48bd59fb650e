interface Manner<T> {
  /** How many are done together at most. */
  readonly atMost?: number;
  readonly together: (gathered: readonly T[]) => void;
}

/**
 * Gathers what one turn of the event loop adds, and does it together at its end, when all that had arrived was read
 * (docs/performance.md). Nobody waits for another turn, so what comes alone is done as soon as ever.
 */
export class Gathering<T> {
  readonly #manner: Manner<T>;
  #waiting: T[] = [];

  constructor(manner: Manner<T>) {
    this.#manner = manner;
  }

  add(one: T): void {
    if (this.#waiting.push(one) === 1) setImmediate(() => this.end());
  }

  /** Does now what was gathered. */
  end(): void {
    const waiting = this.#waiting;
    const { atMost = waiting.length, together } = this.#manner;
    if (waiting.length === 0) return;
    this.#waiting = [];
    for (let start = 0; start < waiting.length; start += atMost) together(waiting.slice(start, start + atMost));
  }
}
