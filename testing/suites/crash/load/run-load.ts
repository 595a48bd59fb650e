import type { Journal } from '../journal/journal.ts';
import { JOURNEYS, probe } from './journeys.ts';
import { type Addresses, Walker } from './walker.ts';

const AT_ONCE_MAX = 24;
const CHECK_EVERY_MS = 100;
const PROBE_EVERY_MS = 250;

/** A load that continues until it is stopped. */
export interface Load {
  /** Begins no more journeys, and waits for those in progress. */
  stop(): Promise<void>;
}

interface LoadOptions {
  /** Approximate requests per second: a journey begins while there are fewer. */
  readonly rate: number;
  readonly random: () => number;
  /** Upper bound on parallel journeys: if the system does not answer, or is slow, no more begin. */
  readonly atOnceMax?: number;
}

/** Runs a mix of all kinds of journeys. Every one that cannot be finished is a fact in the journal. */
export function runLoad(
  journal: Journal,
  addresses: Addresses,
  { rate, random, atOnceMax = AT_ONCE_MAX }: LoadOptions,
): Load {
  const deck = Object.entries(JOURNEYS).flatMap(([name, { share }]) => Array.from({ length: share }, () => name));
  const under = new Set<Promise<void>>();
  let index = 0;
  let walking = 0;
  const begin = (): void => {
    index++;
    walking++;
    const name = deck[Math.floor(random() * deck.length)] ?? '';
    const walker = new Walker(journal, addresses, `${name} ${index}`);
    const walk = (JOURNEYS[name]?.walk({ walker, index }) ?? Promise.resolve())
      .catch((error: unknown) => {
        walker.fact({ is: 'stuck', id: walker.journey, why: error instanceof Error ? error.message : String(error) });
      })
      .finally(() => {
        walking--;
        under.delete(walk);
      });
    under.add(walk);
  };
  const recent: number[] = [];
  const looking = setInterval(() => {
    recent.push(journal.calls);
    const aSecondAgo = recent.length > 10 ? (recent.shift() ?? 0) : 0;
    if (walking < atOnceMax && journal.calls - aSecondAgo < rate) begin();
  }, CHECK_EVERY_MS);
  const prober = new Walker(journal, addresses, 'probe');
  const probing = setInterval(() => {
    const asked: Promise<void> = probe(prober)
      .catch(() => undefined)
      .finally(() => under.delete(asked));
    under.add(asked);
  }, PROBE_EVERY_MS);
  return {
    async stop() {
      clearInterval(looking);
      clearInterval(probing);
      await Promise.all(under);
    },
  };
}
