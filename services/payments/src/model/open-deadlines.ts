/** Milliseconds for which a process looks often, after it has seen an open payment. */
const EXPECTED_MS = 5_000;

/** Whether instant payments are under way, so that the job looks often. */
export class OpenDeadlines {
  /** A backlog is expected at first. */
  #seenAt = performance.now();

  see(): void {
    this.#seenAt = performance.now();
  }

  isExpected(): boolean {
    return performance.now() - this.#seenAt < EXPECTED_MS;
  }
}
