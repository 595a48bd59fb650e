import { type PublicKeys, readPasswordKeys } from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';

/** Time after which keys are requested from sca again. */
export const KEYS_USED_MS = 60_000;
/** Pause between attempts while sca does not answer. */
const RETRY_AFTER_MS = 2_000;

/** The bank's public keys for passwords, fetched from sca. Links for encrypted passwords are sent only if there are keys. */
export class PasswordKeys {
  readonly #bus: Bus;
  #keys: PublicKeys = { keys: [] };
  #readAgainAt = 0;
  /** Whether sca has ever answered. */
  #isKnown = false;
  #asking: Promise<void> | undefined;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Whether the bank accepts encrypted passwords, by the last answer of sca. Renews the keys in the background. */
  get offered(): boolean {
    if (Date.now() >= this.#readAgainAt) void this.refresh();
    return this.#keys.keys.length > 0;
  }

  /** Returns the promise of the first answer, or undefined once sca has answered. Several callers share one request. */
  firstAnswer(): Promise<void> | undefined {
    if (this.#isKnown) return undefined;
    this.#asking ??= this.refresh().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async read(): Promise<PublicKeys> {
    this.#keys = await this.#bus.askOnce(readPasswordKeys, {});
    this.#isKnown = true;
    this.#readAgainAt = Date.now() + KEYS_USED_MS;
    return this.#keys;
  }

  /** Never rejects: while sca is unavailable the last keys stay in use. */
  async refresh(): Promise<void> {
    this.#readAgainAt = Date.now() + RETRY_AFTER_MS;
    await this.read().catch(() => undefined);
  }
}
