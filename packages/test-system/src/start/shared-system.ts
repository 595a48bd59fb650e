import { MongoClient } from 'mongodb';
import { runSystem, type System } from './run-system.ts';

const SHARED = Symbol.for('xs2a.sharedSystems');
type Use = 'unbroken' | 'broken';
const kept = globalThis as { [SHARED]?: Partial<Record<Use, Promise<System>>> };

/**
 * One system for all test files of this process, started at the first call and ended with the process. It is for tests that
 * do not mind what earlier ones left: spent money, other consents, messages to a PSU. No test may stop one of its services.
 */
export function sharedSystem(): Promise<System> {
  return shared('unbroken');
}

/** As {@link sharedSystem}, for tests that kill or halt its services and servers, and let all of them run again. */
export function sharedSystemToBreak(): Promise<System> {
  return shared('broken');
}

async function shared(use: Use): Promise<System> {
  kept[SHARED] ??= {};
  // Debugging lines too: tests look in them for what no log may contain.
  kept[SHARED][use] ??= runSystem({ LOG_LEVEL: 'debug' });
  const system = await kept[SHARED][use];
  await system.ready();
  await resetPsus(system);
  return system;
}

/** What an earlier test file may have left that decides how a PSU signs in: wrong codes, and factors of its own. */
const OF_PSUS = ['psuAttempts', 'passkeys', 'totpSecrets'];

async function resetPsus({ mongoUrl }: System): Promise<void> {
  await using client = await MongoClient.connect(mongoUrl);
  for (const name of OF_PSUS) await client.db('sca').collection(name).deleteMany();
}
