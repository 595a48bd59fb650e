interface GatheringOptions<T> {
  /** Maximum number of items processed together. */
  readonly atMost?: number;
  readonly together: (gathered: readonly T[]) => void;
}

/**
 * Collects the items of one turn of the event loop and processes them together at its end, after all input of the turn was read
 * (docs/performance.md). Nothing waits for another turn, so a single item is processed as soon as without it.
 */
export class Gathering<T> {
  readonly #options: GatheringOptions<T>;
  #waiting: T[] = [];

  constructor(options: GatheringOptions<T>) {
    this.#options = options;
  }

  add(one: T): void {
    if (this.#waiting.push(one) === 1) setImmediate(() => this.end());
  }

  /** Processes the collected items now. */
  end(): void {
    const waiting = this.#waiting;
    const { atMost = waiting.length, together } = this.#options;
    if (waiting.length === 0) return;
    this.#waiting = [];
    for (let start = 0; start < waiting.length; start += atMost) together(waiting.slice(start, start + atMost));
  }
}
