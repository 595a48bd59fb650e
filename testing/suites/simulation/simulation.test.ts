import { freshDatabaseName, testServers } from '@xs2a/test-kit';
import { expect, it } from 'vitest';
import { openLane } from './lane.ts';
import { runSeed } from './run-seed.ts';
import { runSeeds } from './run-seeds.ts';
import { simulateGlobals } from './simulated-globals.ts';

const SEEDS = 500;

const prefix = (): string => freshDatabaseName('sim').slice(0, 20);

it('a seed gives the same run every time', async () => {
  await using lane = await openLane(testServers().mongoUrl, prefix());
  using _ = simulateGlobals();
  const [first, second] = [await runSeed(7, lane), await runSeed(7, lane)];
  expect(second.trace).toBe(first.trace);
  expect(second.journal).toEqual(first.journal);
});

it(`in ${SEEDS} seeds of crashes and lost messages nothing is lost, executed twice, stuck or wrongly rejected`, async () => {
  const failed = await runSeeds(testServers().mongoUrl, prefix(), { from: 1, count: SEEDS });
  // To run one again, with its events: npm run verify -- simulation --seed <seed>
  expect(failed).toEqual([]);
}, 1_200_000);
