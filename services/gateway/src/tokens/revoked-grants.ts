import { readRevokedGrants } from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';

/** Maximum age of the cached answer, and so the maximum delay of a revocation. */
const FRESH_MS = 1_000;
/** Time for which the last answer is used while oauth is unavailable. Access tokens are valid for minutes only. */
const STALE_MS_MAX = 60_000;

/** Revoked grants, requested at most once a second and only while tokens are used. */
export class RevokedGrants {
  readonly #bus: Bus;
  #grants: ReadonlySet<string> = new Set();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Whether a grant is revoked. Synchronous if the answer is fresh. */
  has(grant: string): boolean | Promise<boolean> {
    if (performance.now() - this.#readAt < FRESH_MS) return this.#grants.has(grant);
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading.then(() => this.#grants.has(grant));
  }

  async #read(): Promise<void> {
    const askedAt = performance.now();
    try {
      const { grants } = await this.#bus.ask(readRevokedGrants, {});
      this.#grants = new Set(grants);
      this.#readAt = askedAt;
    } catch (error) {
      if (askedAt - this.#readAt > STALE_MS_MAX) throw error;
    }
  }
}
