import { MongoClient } from 'mongodb';
import { type CompactSystem, runCompact } from './run-compact.ts';

const SHARED = Symbol.for('xs2a.sharedSystem');
const kept = globalThis as { [SHARED]?: Promise<CompactSystem> };

/**
 * Returns one system for all test files of this process, started at the first call and ended with the process. For tests that
 * accept leftovers of earlier ones: spent money, other consents, messages to a PSU. No test may stop it.
 */
export async function sharedSystem(): Promise<CompactSystem> {
  // Includes debug lines: a test searches them for data that no log may contain.
  kept[SHARED] ??= runCompact({ LOG_LEVEL: 'debug' });
  const system = await kept[SHARED];
  await resetPsus(system);
  // If a file disposes of it, like a system of its own, it continues.
  return { ...system, [Symbol.asyncDispose]: async () => undefined };
}

/** Collections in which an earlier test file may have left wrong codes or factors of a PSU, which change its sign-in. */
const OF_PSUS = ['psuAttempts', 'passkeys', 'totpSecrets'];

async function resetPsus({ mongoUrl }: CompactSystem): Promise<void> {
  await using client = await MongoClient.connect(mongoUrl);
  for (const name of OF_PSUS) await client.db('sca').collection(name).deleteMany();
}
