import { createLog, createMetrics, Database, DEAD_LETTERS, hasQueue } from '@xs2a/service-kit';
import type { Db } from 'mongodb';
import { OPENING_COLLECTIONS } from './opening-data.ts';
import { type Foundation, SIMULATED, type SimulatedName } from './simulated-system.ts';

/** Databases in which one seed runs after the other. */
export interface Lane extends Foundation, AsyncDisposable {
  readonly dbs: Record<SimulatedName, Db>;
  /** Restores the state before the first seed. */
  empty(): Promise<void>;
  /** Whether every message has been delivered. */
  nothingIsPending(): Promise<boolean>;
}

export async function openLane(mongoUrl: string, prefix: string): Promise<Lane> {
  const names = Object.keys(SIMULATED) as SimulatedName[];
  const databases = Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const stored = [...SIMULATED[name].collections, DEAD_LETTERS];
        return [name, await Database.connect(mongoUrl, `${prefix}-${name}`, stored)] as const;
      }),
    ),
  ) as Record<SimulatedName, Database>;
  const metrics = Object.fromEntries(names.map((name) => [name, createMetrics(name)])) as Foundation['metrics'];
  const dbs = Object.fromEntries(names.map((name) => [name, databases[name].db])) as Lane['dbs'];
  const written = new Set<string>();
  return {
    databases,
    metrics,
    dbs,
    log: createLog('simulation', 'silent'),
    written,
    async empty() {
      const toEmpty = names.flatMap((name) =>
        databases[name].stored
          .filter((stored) => written.has(stored.name))
          .map((stored) => dbs[name].collection(stored.name)),
      );
      await Promise.all(toEmpty.map((collection) => collection.deleteMany({})));
      written.clear();
      for (const name of OPENING_COLLECTIONS) written.add(name);
    },
    async nothingIsPending() {
      const senders = names.flatMap((name) =>
        databases[name].stored
          .filter((stored) => hasQueue(stored, 'outbox') && written.has(stored.name))
          .map((stored) =>
            dbs[name].collection(stored.name).countDocuments({ 'outbox.0': { $exists: true } }, { limit: 1 }),
          ),
      );
      return (await Promise.all(senders)).every((count) => count === 0);
    },
    async [Symbol.asyncDispose]() {
      for (const name of names) {
        await dbs[name].dropDatabase();
        await databases[name].close();
      }
    },
  };
}
