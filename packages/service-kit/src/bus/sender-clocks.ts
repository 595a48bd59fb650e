/** Assumed maximum difference in milliseconds between the clocks of two machines, for the first message of a sender. */
const FIRST_DIFFERENCE_MS = 1_000;
/** Window in milliseconds; its fastest message is the baseline for later messages. */
const MEASURE_MS = 60_000;
/** Two messages sent this many milliseconds apart and equally late were not held up together: a clock or the network path has changed. */
const APART_MS = 300;
const SAME_MS = 100;
const LATE_MS = 200;
const SENDERS_MAX = 5_000;

interface Measure {
  quickest: number;
  since: number;
  /** Baseline of the previous window; a sender that was quiet is measured by its earlier messages. */
  before: number;
  late: { readonly sentAt: number; readonly ms: number } | undefined;
}

/** A clock that corrections of the system time do not affect. It starts with the system time. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Measures the delay of messages although the clocks of sender and receiver differ: relative to the fastest message of the same
 * sender. Messages that waited in a buffer while this process was stopped are late by that time.
 */
export class SenderClocks {
  readonly #now: () => number;
  readonly #measures = new Map<string, Measure>();

  constructor(now: () => number = steadyNow) {
    this.#now = now;
  }

  latenessMs(sender: string, sentAt: number): number {
    const now = this.#now();
    const took = now - sentAt;
    const measure = this.#measures.get(sender);
    if (measure === undefined) return this.#meet(sender, took, now);
    if (now - measure.since > MEASURE_MS) {
      Object.assign(measure, { before: measure.quickest, quickest: took, since: now });
    }
    measure.quickest = Math.min(measure.quickest, took);
    const ms = took - Math.min(measure.quickest, measure.before);
    if (ms < LATE_MS) measure.late = undefined;
    else if (measure.late === undefined) measure.late = { sentAt, ms };
    else if (sentAt - measure.late.sentAt > APART_MS && Math.abs(ms - measure.late.ms) < SAME_MS) {
      return this.#meet(sender, took, now);
    }
    return ms;
  }

  #meet(sender: string, took: number, now: number): number {
    if (this.#measures.size >= SENDERS_MAX) this.#measures.clear();
    const isKnown = this.#measures.has(sender);
    this.#measures.set(sender, { quickest: took, since: now, before: Infinity, late: undefined });
    return isKnown || took <= FIRST_DIFFERENCE_MS ? 0 : took;
  }
}
