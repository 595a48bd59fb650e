import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../observability/log.ts';
import type { Database } from '../storage/database.ts';
import { backgroundIndexesOf, ensureIndexes, indexesOf, presentIndexes } from '../storage/indexes.ts';
import { storedCollection } from '../storage/stored-collection.ts';

const EVERY_MS = 3_600_000;
/** Long enough to roll back a release without building its indexes again. */
const KEPT_UNUSED_MS = 7 * 86_400_000;

/** The date when a running version last needed an index; `_id` is collection and name. */
const IndexUse = z.object({ _id: z.string(), usedAt: z.date() });
type IndexUse = z.infer<typeof IndexUse>;
export const INDEX_USES = storedCollection('indexUses', IndexUse);

interface TendContext {
  readonly database: Database;
  readonly now: Clock;
  readonly log: Log;
}

/** Builds the indexes of jobs in the background, and drops those that no version has needed for seven days. */
export function maintainIndexes({ jobs, version, ...context }: TendContext & { jobs: Jobs; version: string }): void {
  // A lease of each version, because each version knows its own indexes only.
  jobs.every(`tendIndexes ${version}`, EVERY_MS, () => tendIndexesNow(context));
}

export async function tendIndexesNow({ database, now, log }: TendContext): Promise<void> {
  await database.withoutTimeout(async (db) => {
    const uses = db.collection<IndexUse>(INDEX_USES.name);
    for (const stored of database.stored) {
      const wanted = [...indexesOf(stored), ...backgroundIndexesOf(stored)];
      const needed = await ensureIndexes(db, stored.name, wanted);
      const usedAt = now();
      for (const name of needed) {
        await uses.updateOne({ _id: `${stored.name} ${name}` }, { $max: { usedAt } }, { upsert: true });
      }
      for (const { name } of await presentIndexes(db, stored.name)) {
        const unused = { _id: `${stored.name} ${name}`, usedAt: { $lt: new Date(usedAt.getTime() - KEPT_UNUSED_MS) } };
        // An index without a record was made by an operator, or by a version that kept none.
        if (needed.includes(name) || (await uses.findOneAndDelete(unused)) === null) continue;
        await db.collection(stored.name).dropIndex(name);
        log.info(
          { event: 'indexDropped', collection: stored.name, index: name },
          'no version needs this index any more',
        );
      }
    }
  });
}
