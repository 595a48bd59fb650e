import { isStopping } from '../context/request-context.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { addGauge, type Metrics } from '../observability/metrics.ts';
import type { Database } from '../storage/database.ts';
import { hasBackgroundIndexes } from '../storage/indexes.ts';
import { COUNTED_MAX, countLacking, LateFieldsWriter } from '../storage/late-fields.ts';
import type { StoredCollection } from '../storage/stored-collection.ts';

const EVERY_MS = 10_000;
/** Milliseconds of work in each run, so that requests are not delayed for long. */
const WORK_MS = 5_000;

/** Stores late fields in the background, and counts the documents that still lack some. */
export function fillInDocuments(
  collections: readonly StoredCollection[],
  { database, jobs, metrics }: { database: Database; jobs: Jobs; metrics: Metrics },
): void {
  const late = collections.filter(({ lateFields }) => lateFields !== undefined);
  if (late.length === 0) return;
  const writers = late.map(
    (stored) => [stored, new LateFieldsWriter(database.db.collection(stored.name), stored)] as const,
  );
  jobs.every('fillInDocuments', EVERY_MS, async () => {
    const until = performance.now() + WORK_MS;
    for (const [stored, writer] of writers) {
      if (!(await hasBackgroundIndexes(database.db, stored))) continue;
      while ((await writer.writeSome()) && performance.now() < until && !isStopping());
    }
  });
  const help = `Documents that lack a field of this version, counted up to ${COUNTED_MAX}; NaN while their index is being built`;
  addGauge(metrics, 'xs2a_documents_to_fill_in', help, async () => {
    const counts = late.map((stored) => countLacking(database.db.collection(stored.name), stored));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  });
}
