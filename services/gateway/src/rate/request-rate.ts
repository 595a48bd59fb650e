import { Inject, Injectable } from '@nestjs/common';
import { type AspspProfile, Xs2aError } from '@xs2a/contracts';
import { InjectCollection, LOG, type Log, PROFILE } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { type Rate, TOKEN_BUCKETS, type TokenBucket, takeTokens } from './token-buckets.ts';

/** Part of a second's tokens that a replica takes at a time: ten writes a second for a TPP that uses all it has. */
const LEASES_PER_SECOND = 10;
/** Tokens that were taken and not used for so long are forgotten: they would be a burst on top of the burst. */
const LEASE_MS = 5_000;
/** A request waits no longer for the database to say what is left; meanwhile the replica reckons alone. */
const WAIT_MS_MAX = 100;
/** How long it reckons alone before it asks the database again. */
const ALONE_MS = 2_000;
/** Far more than there are TPPs in Europe. */
const TPPS_MAX = 10_000;

interface Held {
  tokens: number;
  takenAt: number;
  /** Nothing is left before; not asked again until then. */
  emptyUntil: number;
  taking: Promise<void> | undefined;
}

/**
 * How many requests a second a TPP may make, over all replicas. Each takes a handful of tokens at a time out of the bucket
 * that they share, so that most requests cost a subtraction. With the database away a replica reckons alone: a limit
 * that protects must not be what fails.
 */
@Injectable()
export class RequestRate {
  readonly #buckets: Collection<TokenBucket>;
  readonly #log: Log;
  readonly #rate: Rate;
  readonly #lease: number;
  readonly #held = new Map<string, Held>();
  #aloneUntil = 0;

  constructor(
    @InjectCollection(TOKEN_BUCKETS) buckets: Collection<TokenBucket>,
    @Inject(PROFILE) { limits }: AspspProfile,
    @Inject(LOG) log: Log,
  ) {
    this.#buckets = buckets;
    this.#log = log;
    this.#rate = { perSecond: limits.requestsPerSecond, burst: limits.requestBurst };
    this.#lease = Math.max(1, Math.min(limits.requestBurst, Math.ceil(limits.requestsPerSecond / LEASES_PER_SECOND)));
  }

  /** Counts one request of a TPP. Throws `rateExceeded` where it has none left; waits only where tokens must be taken. */
  count(tppId: string): void | Promise<void> {
    if (this.#rate.perSecond === 0) return;
    const held = this.#heldBy(tppId);
    if (isUsable(held)) return void held.tokens--;
    return this.#countSlowly(tppId, held);
  }

  async #countSlowly(tppId: string, held: Held): Promise<void> {
    while (!isUsable(held)) {
      if (performance.now() < held.emptyUntil) throw this.#exceeded();
      held.taking ??= this.#take(tppId, held).finally(() => {
        held.taking = undefined;
      });
      await held.taking;
    }
    held.tokens--;
  }

  async #take(tppId: string, held: Held): Promise<void> {
    const granted = await this.#granted(tppId, held);
    held.tokens = granted;
    held.takenAt = performance.now();
    held.emptyUntil = granted > 0 ? 0 : held.takenAt + 1_000 / this.#rate.perSecond;
  }

  async #granted(tppId: string, held: Held): Promise<number> {
    const since = (performance.now() - held.takenAt) / 1_000;
    const alone = (): number => Math.floor(Math.min(this.#lease, since * this.#rate.perSecond));
    if (performance.now() < this.#aloneUntil) return alone();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database did not answer in time')), WAIT_MS_MAX);
    });
    try {
      return await Promise.race([takeTokens(this.#buckets, tppId, this.#rate, this.#lease), late]);
    } catch (error) {
      this.#aloneUntil = performance.now() + ALONE_MS;
      this.#log.warn({ event: 'rateNotShared', err: error instanceof Error ? error : undefined });
      return alone();
    } finally {
      clearTimeout(timer);
    }
  }

  #heldBy(tppId: string): Held {
    const known = this.#held.get(tppId);
    if (known !== undefined) return known;
    if (this.#held.size >= TPPS_MAX) this.#held.clear();
    const held = { tokens: 0, takenAt: Number.NEGATIVE_INFINITY, emptyUntil: 0, taking: undefined };
    this.#held.set(tppId, held);
    return held;
  }

  #exceeded(): Xs2aError {
    return new Xs2aError('rateExceeded', { retryAfterSeconds: Math.max(1, Math.ceil(1 / this.#rate.perSecond)) });
  }
}

function isUsable({ tokens, takenAt }: Held): boolean {
  return tokens >= 1 && performance.now() - takenAt < LEASE_MS;
}
