import { createHash } from 'node:crypto';
import { type AccountReference, type ReplyOf, readSigningRules, Xs2aError } from '@xs2a/contracts';
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import { contentHashOf } from './content-hash.ts';
import { currentContext, runInContext } from './request-context.ts';

/** Milliseconds for which an answer of the bank holds. What changed meanwhile is learnt when the PSU signs in. */
const KEPT_MS = 5 * 60_000;
const KEPT_MAX = 10_000;
/** Milliseconds that a creation waits for the bank: it can go on without (explicit start). */
const PATIENCE_MS = 1_000;

interface Kept {
  readonly rules: ReplyOf<typeof readSigningRules>;
  readonly until: number;
}

/** How many PSUs must approve what concerns some accounts, by the bank's word; kept for some minutes. */
export class SigningRules {
  readonly #bus: Bus;
  readonly #now: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(bus: Bus, now: Clock) {
    this.#bus = bus;
    this.#now = now;
  }

  /**
   * Undefined where the bank does not say now. Where nothing is named yet one is the answer, until the PSU signs in.
   * Refuses a PSU-Corporate-ID that names no company (decision 11).
   */
  async signaturesNeeded(accounts: readonly AccountReference[], corporateId?: string): Promise<number | undefined> {
    if (accounts.length === 0 && corporateId === undefined) return 1;
    const rules = await this.#read(accounts, corporateId);
    if (rules?.companyKnown === false) throw new Xs2aError('corporateIdInvalid', { path: 'PSU-Corporate-ID' });
    return rules?.signaturesNeeded;
  }

  async #read(
    accounts: readonly AccountReference[],
    corporateId: string | undefined,
  ): Promise<Kept['rules'] | undefined> {
    const key = keyOf(accounts, corporateId);
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > this.#now().getTime()) return kept.rules;
    const context = currentContext();
    const deadline = Math.min(Date.now() + PATIENCE_MS, context.deadline ?? Infinity);
    try {
      const asked = { accounts: [...accounts], ...(corporateId !== undefined && { corporateId }) };
      const rules = await runInContext({ ...context, deadline }, () => this.#bus.ask(readSigningRules, asked));
      this.#keep(key, rules);
      return rules;
    } catch (error) {
      if (error instanceof Xs2aError) return undefined;
      throw error;
    }
  }

  /** The oldest answers go first. */
  #keep(key: string, rules: Kept['rules']): void {
    this.#kept.delete(key);
    this.#kept.set(key, { rules, until: this.#now().getTime() + KEPT_MS });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** Account numbers are not kept, only their hash. */
function keyOf(accounts: readonly AccountReference[], corporateId: string | undefined): string {
  const named = accounts.map((reference) => contentHashOf(reference)).toSorted();
  return createHash('sha256')
    .update(JSON.stringify([corporateId ?? null, ...named]))
    .digest('base64url');
}
