import { type Lane, openLane } from './lane.ts';
import { runSeed, type SeedResult } from './run-seed.ts';
import { simulateGlobals } from './simulated-globals.ts';

/** Parallel runs: while one waits for the database, another computes. */
const LANES = 4;

/** A seed that violated a guarantee, or did not end. */
export interface FailedSeed {
  readonly seed: number;
  readonly violations: readonly string[];
}

/** Runs each seed of a range once. `onSeed` gets the result of each. */
export async function runSeeds(
  mongoUrl: string,
  prefix: string,
  { from, count }: { readonly from: number; readonly count: number },
  onSeed: (result: Pick<SeedResult, 'seed' | 'violations'>) => void = () => undefined,
): Promise<FailedSeed[]> {
  using _ = simulateGlobals();
  const failed: FailedSeed[] = [];
  let next = from;
  const work = async (lane: Lane): Promise<void> => {
    while (next < from + count) {
      const seed = next++;
      const violations = await violationsOf(seed, lane);
      onSeed({ seed, violations });
      if (violations.length > 0) failed.push({ seed, violations });
    }
  };
  const lanes = await Promise.all(
    Array.from({ length: LANES }, (_, number) => openLane(mongoUrl, `${prefix}${number}`)),
  );
  try {
    await Promise.all(lanes.map(work));
  } finally {
    for (const lane of lanes) await lane[Symbol.asyncDispose]();
  }
  return failed.toSorted((one, other) => one.seed - other.seed);
}

async function violationsOf(seed: number, lane: Lane): Promise<readonly string[]> {
  try {
    return (await runSeed(seed, lane)).violations;
  } catch (error) {
    return [String(error)];
  }
}
