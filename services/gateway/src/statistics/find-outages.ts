import type { StatisticsMinute } from '../model/statistics-minute.ts';

/** EBA/GL/2018/07, 2.4 c: five consecutive requests within 30 seconds. */
const SERIES = 5;
const WITHIN_MS = 30_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const SECONDS = 60;
const ALL_SECONDS = (1n << 60n) - 1n;

/** From the first second of an outage to the first second after it. */
interface Outage {
  readonly from: number;
  readonly to: number;
}

interface Outages {
  readonly unanswered: readonly Outage[];
  readonly dead: readonly Outage[];
}

export interface Observation {
  readonly minutes: readonly StatisticsMinute[];
  /** In milliseconds, at whole seconds. */
  readonly from: number;
  readonly until: number;
  /** Whether an outage was in progress at the beginning. */
  readonly isDown: boolean;
}

/**
 * Returns the downtimes of the interface (decision 51): from the first of five consecutive unanswered requests until the next
 * answer (`unanswered`), and while no replica ran for at least 30 seconds (`dead`). A second with an answered request ends a
 * series, whatever else was received in it.
 */
export function findOutages(observation: Observation): Outages {
  const { minutes, from, until } = observation;
  const known = new Map(minutes.map((minute) => [minute._id.getTime(), minute]));
  const unanswered = new Series(observation.isDown ? from : undefined);
  const dead = new Gaps();
  for (let start = minuteOf(from); start < until; start += MINUTE_MS) {
    const minute = known.get(start);
    const isWhole = start >= from && start + MINUTE_MS <= until;
    // True for nearly every minute.
    if (isWhole && minute?.alive === ALL_SECONDS && minute.unanswered === undefined) {
      dead.end(start);
      const answered = firstSecondOf(minute.answered);
      if (answered !== undefined) unanswered.end(start + answered * SECOND_MS);
      continue;
    }
    for (let second = 0; second < SECONDS; second++) {
      const at = start + second * SECOND_MS;
      if (at < from || at >= until) continue;
      const bit = 1n << BigInt(second);
      if (minute !== undefined && (minute.alive & bit) !== 0n) dead.end(at);
      else dead.begin(at);
      const count = minute?.unanswered?.[String(second)] ?? 0;
      if (minute !== undefined && (minute.answered & bit) !== 0n) unanswered.end(at);
      else if (count > 0) unanswered.add(at, count);
    }
  }
  return { dead: dead.all(until), unanswered: unanswered.all(until) };
}

/** Series of consecutive unanswered requests. */
class Series {
  readonly #outages: Outage[] = [];
  #members: { at: number; count: number }[] = [];
  #downSince: number | undefined;

  constructor(downSince: number | undefined) {
    this.#downSince = downSince;
  }

  add(at: number, count: number): void {
    if (this.#downSince !== undefined) return;
    this.#members = [...this.#members.filter((member) => at - member.at <= WITHIN_MS), { at, count }];
    if (this.#members.reduce((sum, member) => sum + member.count, 0) >= SERIES) this.#downSince = this.#members[0]?.at;
  }

  /** Ends the series, because a request was answered. */
  end(at: number): void {
    if (this.#downSince !== undefined) this.#outages.push({ from: this.#downSince, to: at });
    this.#downSince = undefined;
    this.#members = [];
  }

  all(until: number): Outage[] {
    return this.#downSince === undefined ? this.#outages : [...this.#outages, { from: this.#downSince, to: until }];
  }
}

/** Periods without a running replica. Shorter ones go unnoticed if a TPP repeats its request. */
class Gaps {
  readonly #outages: Outage[] = [];
  #since: number | undefined;

  begin(at: number): void {
    this.#since ??= at;
  }

  end(at: number): void {
    if (this.#since !== undefined && at - this.#since >= WITHIN_MS) this.#outages.push({ from: this.#since, to: at });
    this.#since = undefined;
  }

  all(until: number): Outage[] {
    this.end(until);
    return this.#outages;
  }
}

/** Returns the milliseconds of downtime between two times. Overlapping outages count once. */
export function sumDowntimeMs({ dead, unanswered }: Outages, from: number, to: number): number {
  let [sum, covered] = [0, from];
  for (const outage of [...dead, ...unanswered].toSorted((a, b) => a.from - b.from)) {
    const [begin, end] = [Math.max(outage.from, covered), Math.min(outage.to, to)];
    if (end <= begin) continue;
    sum += end - begin;
    covered = end;
  }
  return sum;
}

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;

/** Returns the number of the lowest bit set. */
export function firstSecondOf(seconds: bigint): number | undefined {
  if (seconds === 0n) return undefined;
  return (seconds & -seconds).toString(2).length - 1;
}
