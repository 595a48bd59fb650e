import { MongoClient } from 'mongodb';
import { runSystem, type System } from './run-system.ts';

const SHARED = Symbol.for('xs2a.sharedSystem');
const kept = globalThis as { [SHARED]?: Promise<System> };

/**
 * One system for all test files of this process, started at the first call and ended with the process. For tests that
 * bear what others have left: spent money, other consents, messages to a PSU. No test may stop it or one of its services.
 */
export async function sharedSystem(): Promise<System> {
  kept[SHARED] ??= runSystem();
  const system = await kept[SHARED];
  await forgetAttempts(system);
  return system;
}

/** Wrong codes of the tests before must not lock out the PSUs of those that follow. */
async function forgetAttempts({ mongoUrl }: System): Promise<void> {
  await using client = await MongoClient.connect(mongoUrl);
  await client.db('sca').collection('psuAttempts').deleteMany();
}
