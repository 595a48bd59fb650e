import { MongoClient } from 'mongodb';
import { type CompactSystem, runCompact } from './run-compact.ts';

const SHARED = Symbol.for('xs2a.sharedSystem');
const kept = globalThis as { [SHARED]?: Promise<CompactSystem> };

/**
 * One system for all test files of this process, started at the first call and ended with the process. It is for tests that
 * do not mind what earlier ones left: spent money, other consents, messages to a PSU. No test may stop it.
 */
export async function sharedSystem(): Promise<CompactSystem> {
  // Debugging lines too: a test looks in them for what no log may contain.
  kept[SHARED] ??= runCompact({ LOG_LEVEL: 'debug' });
  const system = await kept[SHARED];
  await resetPsus(system);
  // Disposed of by a file, as a system of its own would be, it goes on.
  return { ...system, [Symbol.asyncDispose]: async () => undefined };
}

/** Collections in which an earlier test file may have left wrong codes or factors of a PSU, which change its sign-in. */
const OF_PSUS = ['psuAttempts', 'passkeys', 'totpSecrets'];

async function resetPsus({ mongoUrl }: CompactSystem): Promise<void> {
  await using client = await MongoClient.connect(mongoUrl);
  for (const name of OF_PSUS) await client.db('sca').collection(name).deleteMany();
}
