import type { AspspProfile } from '@xs2a/contracts';
import type { Jobs } from '../jobs/jobs.ts';
import { addCounter, addLabelledGauge, type Metrics } from '../observability/metrics.ts';
import { deleteEnded, type RetainedCollection, type RetentionContext } from './delete-ended.ts';

const EVERY_MS = 3_600_000;

interface RetentionParts extends RetentionContext {
  readonly jobs: Jobs;
  readonly metrics: Metrics;
  readonly profile: Pick<AspspProfile, 'retention'>;
}

/** Deletes what the profile no longer keeps, once an hour and in small steps. */
export function scheduleDeletion({ jobs, metrics, profile, ...context }: RetentionParts): void {
  const { onlyCount, ...terms } = profile.retention;
  const collections = context.database.stored.filter(
    (stored): stored is RetainedCollection =>
      stored.retained !== undefined && terms[stored.retained.setting] !== undefined,
  );
  if (collections.length === 0) return;
  const due = new Map<string, number>();
  const countDeleted = addCounter(
    metrics,
    'xs2a_retention_deleted_total',
    'Documents deleted because their term has passed',
    'collection',
  );
  const help = 'Documents whose term has passed, found by the last run; only with retention.onlyCount';
  addLabelledGauge(metrics, 'xs2a_retention_due', help, ['collection'], () =>
    Promise.resolve([...due].map(([collection, count]) => [{ collection }, count] as const)),
  );
  jobs.every('retention', EVERY_MS, async () => {
    for (const stored of collections) {
      const days = terms[stored.retained.setting] as number;
      const count = await deleteEnded(context, stored, { days, onlyCount });
      if (onlyCount) due.set(stored.name, count);
      else for (let one = 0; one < count; one++) countDeleted(stored.name);
      context.log.info({ event: onlyCount ? 'retentionCounted' : 'retentionDeleted', collection: stored.name, count });
    }
  });
}
