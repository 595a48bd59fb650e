/** Upper bound on the wait of a caller that is slowed down. Beyond it, the request is refused. */
const WAIT_MS_MAX = 1_000;
/** Delay before a refusal is sent, which slows down senders that do not pause themselves. */
const PAUSE_MS = 1_000;
/** Refusals per second for one caller; further ones are sent later, and eventually not at all. */
const REFUSALS_PER_SECOND = 200;
const PAUSE_MS_MAX = 5_000;
/** A caller is never slowed down with at most this number of concurrent requests. */
const IN_PROGRESS_MIN = 4;
/** Time for which a caller counts as active after its last request, and decay time of its past load. */
const ACTIVE_MS = 10_000;
const HALF_LIFE_MS = 2_000;
/** Interval between comparisons of the callers. */
const COMPARE_MS = 50;
/** A caller may use up to a second's worth of requests at once. */
const BURST_MS = 1_000;
/** Factor by which a slowed-down caller may exceed its rate within a burst. */
const PEAK = 4;
/** Cost of a creation relative to a read: it is stored durably in two services (docs/benchmarks.md). */
const COST_OF_CHANGE = 4;
/** Body size that counts as one more request. */
const BYTES_OF_ONE = 16 * 1024;
/** Far above the number of TPPs in Europe. */
const CALLERS_MAX = 10_000;

/** Recent activity of one caller. */
interface Share {
  /** Requests received and not yet answered, including waiting ones. */
  inProgress: number;
  /** Recent maximum of requests in progress; it decays. */
  level: number;
  levelAt: number;
  activeAt: number;
  /** Time at which the started requests would be paid for at the fair rate (generic cell rate algorithm). */
  paidUntil: number;
  lastStart: number;
  lastRefusal: number;
  /** Time until which another limit refuses this caller. */
  exhaustedUntil: number;
  readonly perSecond: number;
}

/** Time at which a request may start, immediately if 0. A refusal is sent after the delay; without a delay the request is dropped. */
export interface Admission {
  readonly waitMs: number;
  readonly refused: boolean;
}

const AT_ONCE: Admission = { waitMs: 0, refused: false };

/**
 * Divides a replica's capacity among its callers (decision 28). A single caller may use all of it. A caller above its fair rate
 * with far more requests in progress than another active caller is slowed down to that rate: its requests wait, and are then
 * refused. Capped requests never exceed the fair rate, regardless of other callers.
 */
export class FairShare {
  readonly #perSecondOf: (caller: string) => number;
  readonly #now: () => number;
  readonly #shares = new Map<string, Share>();
  #comparedAt = Number.NEGATIVE_INFINITY;
  #forgotAt = Number.NEGATIVE_INFINITY;
  #least: Share | undefined;
  #leastOfOthers: Share | undefined;

  constructor(perSecondOf: (caller: string) => number, now: () => number = () => performance.now()) {
    this.#perSecondOf = perSecondOf;
    this.#now = now;
  }

  /** Counts a request of a caller. Call `leave` when it has ended. */
  enter(caller: string, { bytes = 0, changes = false, isCapped = false } = {}): Admission {
    const now = this.#now();
    const share = this.#shareOf(caller, now);
    share.inProgress++;
    share.level = Math.max(decayedLevel(share, now), share.inProgress);
    share.levelAt = now;
    share.activeAt = now;
    if (now < share.exhaustedUntil) return refuse(share, now);
    const cost = ((changes ? COST_OF_CHANGE : 1) + Math.floor(bytes / BYTES_OF_ONE)) * (1_000 / share.perSecond);
    if (!isCapped && !this.#isSlowedDown(share, now)) {
      share.paidUntil = Math.min(Math.max(share.paidUntil, now) + cost, now + BURST_MS);
      share.lastStart = now;
      return AT_ONCE;
    }
    const spacing = 1_000 / share.perSecond / PEAK;
    const start = Math.max(now, share.paidUntil - BURST_MS, share.lastStart + spacing);
    if (start - now > WAIT_MS_MAX) return refuse(share, now);
    share.paidUntil = Math.max(share.paidUntil, start) + cost;
    share.lastStart = start;
    return { waitMs: start - now, refused: false };
  }

  leave(caller: string): void {
    const share = this.#shares.get(caller);
    if (share !== undefined && share.inProgress > 0) share.inProgress--;
  }

  /** Refuses a caller's requests for as long as another limit refuses them. */
  exhaust(caller: string, ms: number): void {
    const share = this.#shares.get(caller);
    if (share !== undefined) share.exhaustedUntil = this.#now() + ms;
  }

  /** Whether another active caller has at most half as many requests in progress. */
  #isSlowedDown(share: Share, now: number): boolean {
    if (share.level <= IN_PROGRESS_MIN) return false;
    if (now - this.#comparedAt >= COMPARE_MS) this.#compare(now);
    const other = this.#least === share ? this.#leastOfOthers : this.#least;
    return other !== undefined && decayedLevel(other, now) * 2 <= share.level;
  }

  #compare(now: number): void {
    this.#comparedAt = now;
    this.#least = undefined;
    this.#leastOfOthers = undefined;
    for (const share of this.#shares.values()) {
      if (now - share.activeAt > ACTIVE_MS) continue;
      if (this.#least === undefined || decayedLevel(share, now) < decayedLevel(this.#least, now)) {
        this.#leastOfOthers = this.#least;
        this.#least = share;
      } else if (
        this.#leastOfOthers === undefined ||
        decayedLevel(share, now) < decayedLevel(this.#leastOfOthers, now)
      ) {
        this.#leastOfOthers = share;
      }
    }
  }

  #shareOf(caller: string, now: number): Share {
    const known = this.#shares.get(caller);
    if (known !== undefined) return known;
    if (this.#shares.size >= CALLERS_MAX) this.#forgetIdle(now);
    const share = {
      inProgress: 0,
      level: 0,
      levelAt: now,
      activeAt: now,
      paidUntil: now,
      lastStart: Number.NEGATIVE_INFINITY,
      lastRefusal: Number.NEGATIVE_INFINITY,
      exhaustedUntil: Number.NEGATIVE_INFINITY,
      perSecond: this.#perSecondOf(caller),
    };
    this.#shares.set(caller, share);
    return share;
  }

  #forgetIdle(now: number): void {
    // Scanning all callers for each new one would itself be an overload.
    const isScanDue = now - this.#forgotAt > ACTIVE_MS;
    if (isScanDue) this.#forgotAt = now;
    for (const [caller, { inProgress, activeAt }] of isScanDue ? this.#shares : []) {
      if (inProgress === 0 && now - activeAt > ACTIVE_MS) this.#shares.delete(caller);
    }
    // All are active: remove the oldest.
    const [oldest] = this.#shares.size >= CALLERS_MAX ? this.#shares.keys() : [];
    if (oldest !== undefined) this.#shares.delete(oldest);
  }
}

function decayedLevel({ level, levelAt, inProgress }: Share, now: number): number {
  return Math.max(inProgress, level * 2 ** ((levelAt - now) / HALF_LIFE_MS));
}

function refuse(share: Share, now: number): Admission {
  const at = Math.max(now + PAUSE_MS, share.lastRefusal + 1_000 / REFUSALS_PER_SECOND);
  if (at - now > PAUSE_MS_MAX) return { waitMs: 0, refused: true };
  share.lastRefusal = at;
  return { waitMs: at - now, refused: true };
}
