import { type AspspProfile, limitsOf, Xs2aError } from '@xs2a/contracts';
import type { Kit, Log } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { TOKEN_BUCKETS, type TokenBucket } from '../model/token-bucket.ts';
import { type Rate, takeTokens } from './take-tokens.ts';

/** A replica leases tokens for a tenth of a second: ten writes a second for a TPP at its full rate. */
const LEASES_PER_SECOND = 10;
/** Unused leased tokens are dropped after this time. Otherwise they would add to the burst. */
const LEASE_MS = 5_000;
/** Upper bound on a request's wait for the database. After it the replica counts locally. */
const WAIT_MS = 100;
/** Time for which the replica counts locally before it tries the database again. */
const LOCAL_MS = 2_000;
/** Far above the number of TPPs in Europe. */
const TPPS_MAX = 10_000;

interface Lease {
  readonly rate: Rate;
  readonly size: number;
  tokens: number;
  takenAt: number;
  /** Time until which an empty bucket is not read again. */
  emptyUntil: number;
  taking: Promise<void> | undefined;
  /** This replica's own bucket, used while the database is unavailable. */
  readonly local: { tokens: number; at: number };
}

/**
 * Limits each TPP's requests per second over all replicas. A replica leases some tokens at a time from the shared bucket, so that
 * most requests need no database. While the database is unavailable each replica counts locally, with the same rate and burst: a
 * protective limit must not cause an outage.
 */
export class RequestRate {
  readonly #buckets: Collection<TokenBucket>;
  readonly #log: Log;
  readonly #profile: Pick<AspspProfile, 'limits' | 'tppLimits'>;
  readonly #waitMs: number;
  readonly #leases = new Map<string, Lease>();
  #localUntil = 0;

  constructor(
    kit: Pick<Kit, 'log' | 'collection'> & { readonly profile: Pick<AspspProfile, 'limits' | 'tppLimits'> },
    { waitMs = WAIT_MS } = {},
  ) {
    const { profile, log, collection } = kit;
    this.#buckets = collection(TOKEN_BUCKETS);
    this.#log = log;
    this.#profile = profile;
    this.#waitMs = waitMs;
  }

  /** Counts one request of a TPP. Throws `rateExceeded` if no tokens are left; waits only if tokens must be leased. */
  count(tppId: string): void | Promise<void> {
    const lease = this.#leaseOf(tppId);
    if (lease.rate.perSecond === 0) return;
    if (isUsable(lease)) return void lease.tokens--;
    return this.#countAfterLeasing(tppId, lease);
  }

  /** Returns the milliseconds for which all requests of a TPP will be refused; 0 if tokens remain. */
  emptyMs(tppId: string): number {
    return Math.max(0, this.#leaseOf(tppId).emptyUntil - performance.now());
  }

  async #countAfterLeasing(tppId: string, lease: Lease): Promise<void> {
    while (!isUsable(lease)) {
      if (performance.now() < lease.emptyUntil) throw exceeded(lease);
      lease.taking ??= this.#renew(tppId, lease).finally(() => {
        lease.taking = undefined;
      });
      await lease.taking;
    }
    lease.tokens--;
  }

  async #renew(tppId: string, lease: Lease): Promise<void> {
    const granted = await this.#grant(tppId, lease);
    lease.tokens = granted;
    lease.takenAt = performance.now();
    lease.emptyUntil = granted > 0 ? 0 : lease.takenAt + 1_000 / lease.rate.perSecond;
  }

  async #grant(tppId: string, lease: Lease): Promise<number> {
    if (performance.now() < this.#localUntil) return takeLocally(lease);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database did not answer in time')), this.#waitMs);
    });
    try {
      return await Promise.race([takeTokens(this.#buckets, tppId, lease.rate, lease.size), timeout]);
    } catch (error) {
      this.#localUntil = performance.now() + LOCAL_MS;
      this.#log.warn({ event: 'rateNotShared', err: error instanceof Error ? error : undefined });
      return takeLocally(lease);
    } finally {
      clearTimeout(timer);
    }
  }

  #leaseOf(tppId: string): Lease {
    const known = this.#leases.get(tppId);
    if (known !== undefined) return known;
    if (this.#leases.size >= TPPS_MAX) this.#leases.clear();
    const { requestsPerSecond: perSecond, requestBurst: burst } = limitsOf(this.#profile, tppId);
    const size = Math.max(1, Math.min(burst, Math.ceil(perSecond / LEASES_PER_SECOND)));
    const lease = {
      rate: { perSecond, burst },
      size,
      tokens: 0,
      takenAt: Number.NEGATIVE_INFINITY,
      emptyUntil: 0,
      taking: undefined,
      local: { tokens: burst, at: performance.now() },
    };
    this.#leases.set(tppId, lease);
    return lease;
  }
}

function takeLocally({ rate: { perSecond, burst }, size, local }: Lease): number {
  const now = performance.now();
  local.tokens = Math.min(burst, local.tokens + ((now - local.at) / 1_000) * perSecond);
  local.at = now;
  const granted = Math.min(size, Math.floor(local.tokens));
  local.tokens -= granted;
  return granted;
}

function exceeded({ rate }: Lease): Xs2aError {
  return new Xs2aError('rateExceeded', { retryAfterSeconds: Math.max(1, Math.ceil(1 / rate.perSecond)) });
}

function isUsable({ tokens, takenAt }: Lease): boolean {
  return tokens >= 1 && performance.now() - takenAt < LEASE_MS;
}
