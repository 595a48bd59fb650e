/** A caller that is slowed down waits so long for its turn. Beyond, the request is refused. */
const WAIT_MS_MAX = 1_000;
/** A refusal is sent after a pause, so that a sender without a pause of its own sends less. */
const PAUSE_MS = 1_000;
/** Refusals per second for one caller; further ones are sent later, and eventually not at all. */
const REFUSALS_PER_SECOND = 200;
const PAUSE_MS_MAX = 5_000;
/** A caller with so few requests at a time is never slowed down. */
const IN_HAND_MIN = 4;
/** Time for which a caller counts as active after its last request, and decay time of its past load. */
const ACTIVE_MS = 10_000;
const HALF_LIFE_MS = 2_000;
/** Interval between comparisons of the callers. */
const COMPARE_MS = 50;
/** A caller may use the requests of a second at once. */
const BURST_MS = 1_000;
/** Within the burst, requests of a caller that is slowed down start so many times as fast as its rate. */
const PEAK = 4;
/** Cost of a creation relative to a read: it is stored durably in two services (docs/benchmarks.md). */
const COST_OF_CHANGE = 4;
/** A larger body counts as several requests. */
const BYTES_OF_ONE = 16 * 1024;
/** Far more than there are TPPs in Europe. */
const CALLERS_MAX = 10_000;

/** Recent activity of one caller. */
interface Share {
  /** Requests that were received and not answered yet, waiting ones too. */
  inHand: number;
  /** The most in hand of late; it fades. */
  level: number;
  levelAt: number;
  activeAt: number;
  /** When the requests that were started would be used up at the fair rate (generic cell rate algorithm). */
  paidUntil: number;
  lastStart: number;
  lastRefusal: number;
  /** Another limit refuses this caller until then. */
  exhaustedUntil: number;
  readonly perSecond: number;
}

/** When a request is worked on: at once for 0. A refused one is answered after the pause; without a pause it is dropped. */
export interface Turn {
  readonly waitMs: number;
  readonly refused: boolean;
}

const AT_ONCE: Turn = { waitMs: 0, refused: false };

/**
 * Divides a replica among its callers (decision 28). A caller alone may use all of it. A caller above its fair rate that
 * has far more requests in hand than another active caller is slowed down to that rate: its requests wait, and are refused
 * after that. Requests that are capped never come at more than the fair rate, whatever else is asked.
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

  /** Counts a request of a caller. `leave` must be called when it is over. */
  enter(caller: string, { bytes = 0, changes = false, isCapped = false } = {}): Turn {
    const now = this.#now();
    const share = this.#shareOf(caller, now);
    share.inHand++;
    share.level = Math.max(faded(share, now), share.inHand);
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
    if (share !== undefined && share.inHand > 0) share.inHand--;
  }

  /** Another limit has refused this caller: until it has something left, its requests are refused here. */
  exhaust(caller: string, ms: number): void {
    const share = this.#shares.get(caller);
    if (share !== undefined) share.exhaustedUntil = this.#now() + ms;
  }

  /** Whether an active caller has at most half as many requests in hand. */
  #isSlowedDown(share: Share, now: number): boolean {
    if (share.level <= IN_HAND_MIN) return false;
    if (now - this.#comparedAt >= COMPARE_MS) this.#compare(now);
    const other = this.#least === share ? this.#leastOfOthers : this.#least;
    return other !== undefined && faded(other, now) * 2 <= share.level;
  }

  #compare(now: number): void {
    this.#comparedAt = now;
    this.#least = undefined;
    this.#leastOfOthers = undefined;
    for (const share of this.#shares.values()) {
      if (now - share.activeAt > ACTIVE_MS) continue;
      if (this.#least === undefined || faded(share, now) < faded(this.#least, now)) {
        this.#leastOfOthers = this.#least;
        this.#least = share;
      } else if (this.#leastOfOthers === undefined || faded(share, now) < faded(this.#leastOfOthers, now)) {
        this.#leastOfOthers = share;
      }
    }
  }

  #shareOf(caller: string, now: number): Share {
    const known = this.#shares.get(caller);
    if (known !== undefined) return known;
    if (this.#shares.size >= CALLERS_MAX) this.#forgetIdle(now);
    const share = {
      inHand: 0,
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
    // Looking at all of them for every new one would be a flood of its own.
    const looks = now - this.#forgotAt > ACTIVE_MS;
    if (looks) this.#forgotAt = now;
    for (const [caller, { inHand, activeAt }] of looks ? this.#shares : []) {
      if (inHand === 0 && now - activeAt > ACTIVE_MS) this.#shares.delete(caller);
    }
    // All are active: the oldest makes room.
    const [oldest] = this.#shares.size >= CALLERS_MAX ? this.#shares.keys() : [];
    if (oldest !== undefined) this.#shares.delete(oldest);
  }
}

function faded({ level, levelAt, inHand }: Share, now: number): number {
  return Math.max(inHand, level * 2 ** ((levelAt - now) / HALF_LIFE_MS));
}

function refuse(share: Share, now: number): Turn {
  const at = Math.max(now + PAUSE_MS, share.lastRefusal + 1_000 / REFUSALS_PER_SECOND);
  if (at - now > PAUSE_MS_MAX) return { waitMs: 0, refused: true };
  share.lastRefusal = at;
  return { waitMs: at - now, refused: true };
}
