import { balancesIn } from '../crash/oracle/gather-stored.ts';
import { consentAndRead } from './consent-and-read.ts';
import type { Faults } from './faults.ts';
import { emptyJournal, type Journal } from './journal.ts';
import { judge } from './judge.ts';
import type { Lane } from './lane.ts';
import { PSUS, STARTS_AT, storeOpeningData } from './opening-data.ts';
import { pay } from './pay.ts';
import { SimulatedClient } from './simulated-client.ts';
import { SimulatedSystem } from './simulated-system.ts';
import { World } from './world.ts';

const HAPPENINGS_MAX = 20_000;
const JOURNEYS = { from: 2, to: 4 };
/** Milliseconds of the simulated clock with faults. */
const TROUBLE_MS = 12_000;
const CRASHES_MAX = 5;
/** Longer than the longest back-off of an outbox: remaining entries are due in the next round. */
const ROUND_MS = 61_000;
const ROUNDS_MAX = 6;

export interface SeedResult {
  readonly seed: number;
  /** Violated guarantees; empty if none. */
  readonly violations: readonly string[];
  /** Equal for two runs of the same seed and version. */
  readonly trace: string;
  readonly happened: number;
  readonly journal: Journal;
}

/** Runs one simulated day: journeys with crashes, a faulty bus and a faulty connection, then recovery, then the checks. */
export async function runSeed(seed: number, lane: Lane): Promise<SeedResult> {
  await lane.empty();
  await storeOpeningData(lane.dbs.bank);
  const opening = await balancesIn(lane.dbs.bank);
  const world = new World(seed, STARTS_AT);
  const faults = chooseFaults(world);
  const system = new SimulatedSystem(world, faults, lane);
  await system.start();
  const journal = emptyJournal();
  let walking = startJourneys(system, lane, journal, () => walking--);
  planTrouble(system, faults);
  await world.runUntil(() => walking === 0, HAPPENINGS_MAX);
  await recover(system, lane, faults);
  return {
    seed,
    violations: await judge(journal, lane.dbs, opening),
    trace: world.trace(),
    happened: world.happened,
    journal,
  };
}

function chooseFaults({ random }: World): Faults {
  const some = (max: number): number => (random.chance(0.6) ? random.next() * max : 0);
  return { lose: some(0.15), repeat: some(0.2), delay: some(0.1), disconnect: some(0.03) };
}

function startJourneys(system: SimulatedSystem, lane: Lane, journal: Journal, onEnd: () => void): number {
  const { world, bus } = system;
  const count = world.random.between(JOURNEYS.from, JOURNEYS.to);
  for (let number = 1; number <= count; number++) {
    const client = new SimulatedClient(world, bus, `client-${number}`);
    const psu = world.random.pick(PSUS);
    const journey = world.random.chance(0.65) ? pay : consentAndRead;
    client.walk(
      async () => {
        await client.pause(world.random.between(1, 2_000));
        await journey(client, lane.dbs, journal, psu);
      },
      (error) => {
        if (error !== undefined)
          journal.violations.push(
            `${journey.name} ended with ${error instanceof Error ? error.message : 'an unknown error'}`,
          );
        onEnd();
      },
    );
  }
  return count;
}

function planTrouble(system: SimulatedSystem, faults: Faults): void {
  const { world } = system;
  const { random } = world;
  const crashes = random.between(0, CRASHES_MAX);
  for (let crash = 0; crash < crashes; crash++) {
    const backAfterMs = random.between(50, 4_000);
    world.schedule('crash', random.between(1, TROUBLE_MS), () => system.crashOne(backAfterMs));
  }
  for (let at = 0; at < TROUBLE_MS; at += random.between(400, 1_600)) {
    world.schedule('a job is due', at, () => system.runSomeJob());
  }
  world.schedule('the trouble ends', TROUBLE_MS, () => endTrouble(faults));
}

function endTrouble(faults: Faults): void {
  Object.assign(faults, { lose: 0, repeat: 0, delay: 0, disconnect: 0 });
}

/** Lets jobs and sweeps complete everything, without further faults. */
async function recover(system: SimulatedSystem, lane: Lane, faults: Faults): Promise<void> {
  endTrouble(faults);
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    let isOver = false;
    system.world.schedule('a round of recovery', ROUND_MS, () => {
      void system.runAllJobs().then(() => {
        isOver = true;
      });
    });
    await system.world.runUntil(() => isOver, HAPPENINGS_MAX);
    if (round > 1 && (await lane.nothingIsPending())) return;
  }
}
