import type { Jobs } from '../jobs/jobs.ts';
import { addGauge, type Metrics } from '../observability/metrics.ts';
import type { Database } from '../storage/database.ts';
import { LateFieldsWriter, lackingLateFields } from '../storage/late-fields.ts';
import type { StoredCollection } from '../storage/stored-collection.ts';

const EVERY_MS = 10_000;

/** Stores late fields in the background, and counts the documents that still lack some. */
export function fillInDocuments(
  collections: readonly StoredCollection[],
  { database, jobs, metrics }: { database: Database; jobs: Jobs; metrics: Metrics },
): void {
  const late = collections.filter(({ lateFields }) => lateFields !== undefined);
  if (late.length === 0) return;
  const writers = late.map((stored) => new LateFieldsWriter(database.db.collection(stored.name), stored));
  jobs.every('fillInDocuments', EVERY_MS, async () => {
    for (const writer of writers) await writer.writeSome();
  });
  addGauge(metrics, 'xs2a_documents_to_fill_in', 'Documents that lack a field of this version', async () => {
    const counts = late.map((stored) => database.db.collection(stored.name).countDocuments(lackingLateFields(stored)));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  });
}
