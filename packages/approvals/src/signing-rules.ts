import { createHash } from 'node:crypto';
import { type AccountReference, type ReplyOf, readSigningRules, Xs2aError } from '@xs2a/contracts';
import { type Bus, type Clock, currentContext, runInContext } from '@xs2a/service-kit';
import { contentHashOf } from './content-hash.ts';

/** Milliseconds for which the bank's answer is cached. A later change takes effect when the PSU signs in. */
const CACHED_MS = 5 * 60_000;
const CACHED_MAX = 10_000;
/** Milliseconds that a creation waits for the bank; without an answer, the start is explicit. */
const WAIT_MS_MAX = 1_000;

interface CachedRules {
  readonly rules: ReplyOf<typeof readSigningRules>;
  readonly until: number;
}

/** Number of PSUs that must approve an operation on these accounts, as stated by the bank; cached for five minutes. */
export class SigningRules {
  readonly #bus: Bus;
  readonly #now: Clock;
  readonly #cache = new Map<string, CachedRules>();

  constructor(bus: Bus, now: Clock) {
    this.#bus = bus;
    this.#now = now;
  }

  /**
   * Undefined if the bank does not answer. One if no account is named yet, until the PSU signs in. An unknown PSU-Corporate-ID is
   * refused then (decision 38).
   */
  async signaturesNeeded(accounts: readonly AccountReference[], corporateId?: string): Promise<number | undefined> {
    if (accounts.length === 0 && corporateId === undefined) return 1;
    return (await this.#read(accounts, corporateId))?.signaturesNeeded;
  }

  async #read(
    accounts: readonly AccountReference[],
    corporateId: string | undefined,
  ): Promise<CachedRules['rules'] | undefined> {
    const key = keyOf(accounts, corporateId);
    const cached = this.#cache.get(key);
    if (cached !== undefined && cached.until > this.#now().getTime()) return cached.rules;
    const context = currentContext();
    const deadline = Math.min(Date.now() + WAIT_MS_MAX, context.deadline ?? Infinity);
    try {
      const asked = { accounts: [...accounts], ...(corporateId !== undefined && { corporateId }) };
      const rules = await runInContext({ ...context, deadline }, () => this.#bus.ask(readSigningRules, asked));
      this.#remember(key, rules);
      return rules;
    } catch (error) {
      if (error instanceof Xs2aError) return undefined;
      throw error;
    }
  }

  /** The oldest answers are removed first. */
  #remember(key: string, rules: CachedRules['rules']): void {
    this.#cache.delete(key);
    this.#cache.set(key, { rules, until: this.#now().getTime() + CACHED_MS });
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > CACHED_MAX && oldest !== undefined) this.#cache.delete(oldest);
  }
}

/** The cache holds hashes, not account numbers. */
function keyOf(accounts: readonly AccountReference[], corporateId: string | undefined): string {
  const named = accounts.map((reference) => contentHashOf(reference)).toSorted();
  return createHash('sha256')
    .update(JSON.stringify([corporateId ?? null, ...named]))
    .digest('base64url');
}
