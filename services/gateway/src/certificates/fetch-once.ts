/**
 * Values fetched by key: one fetch at a time for each key, however many callers wait. No more than `keptMax` are kept; the one
 * fetched longest ago goes first.
 */
export class FetchOnce<Value> {
  readonly #keptMax: number;
  /** In the order of fetching. */
  readonly #kept = new Map<string, Value>();
  readonly #fetching = new Map<string, Promise<Value>>();

  constructor(keptMax: number) {
    this.#keptMax = keptMax;
  }

  /** The value fetched last. */
  get(key: string): Value | undefined {
    return this.#kept.get(key);
  }

  /** Fetches a value and keeps it. `fetchValue` must not reject: it gets the value kept so far, to continue with it. */
  fetch(key: string, fetchValue: (before: Value | undefined) => Promise<Value>): Promise<Value> {
    const fetching = this.#fetching.get(key);
    if (fetching !== undefined) return fetching;
    const started = fetchValue(this.#kept.get(key)).then((value) => {
      this.#fetching.delete(key);
      this.#kept.delete(key);
      const [oldest] = this.#kept.size >= this.#keptMax ? this.#kept.keys() : [];
      if (oldest !== undefined) this.#kept.delete(oldest);
      this.#kept.set(key, value);
      return value;
    });
    this.#fetching.set(key, started);
    return started;
  }
}
