import type { Clock } from '../clock.ts';
import { addGauge, addLabelledGauge, type Metrics } from '../observability/metrics.ts';
import type { Database } from '../storage/database.ts';
import { hasQueue, type Queue, type StoredCollection } from '../storage/stored-collection.ts';
import { DEAD_LETTERS } from './dead-letters.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/**
 * Maximum number of documents of a queue that a scrape reads, in order of their due time. A scrape must stay cheap during a long
 * outage.
 */
const DOCUMENTS_MAX = 1_000;
const QUEUES = ['outbox', 'notices'] as const satisfies readonly Queue[];
type Labels = Record<'collection' | 'queue', string>;

/** Adds metrics of messages waiting for delivery and of dead letters. */
export function observeQueues(metrics: Metrics, database: Database, now: Clock): void {
  const queues = database.stored.flatMap((stored) =>
    QUEUES.filter((queue) => hasQueue(stored, queue)).map((queue) => [stored, queue] as const),
  );
  const each = async (measure: (stored: StoredCollection, queue: Queue) => Promise<number>) =>
    Promise.all(
      queues.map(async ([stored, queue]): Promise<readonly [Labels, number]> => {
        return [{ collection: stored.name, queue }, await measure(stored, queue)];
      }),
    );
  const waiting = async ({ name }: StoredCollection, queue: Queue) =>
    database.db
      .collection<Partial<Record<Queue, OutboxEntry[]>>>(name)
      .find({ [`${queue}.0`]: { $exists: true }, [`${queue}.0.nextAt`]: { $gt: new Date(0) } } as object, {
        projection: { [`${queue}.at`]: 1, [`${queue}.nextAt`]: 1 },
        sort: { [`${queue}.0.nextAt`]: 1 },
        limit: DOCUMENTS_MAX,
        maxTimeMS: 1_000,
      })
      .toArray();
  const names = ['collection', 'queue'] as const;
  if (queues.length > 0) {
    const help = `Documents with messages that wait to be delivered, counted up to ${DOCUMENTS_MAX}`;
    addLabelledGauge(metrics, 'xs2a_outbox_waiting', help, names, () =>
      each(async (stored, queue) => (await waiting(stored, queue)).length),
    );
    addLabelledGauge(
      metrics,
      'xs2a_outbox_oldest_seconds',
      'Age of the oldest message that waits to be delivered',
      names,
      () =>
        each(async (stored, queue) => {
          const entries = (await waiting(stored, queue)).map((document) => document[queue]?.[0]);
          const stamps = entries.flatMap((entry) =>
            entry === undefined ? [] : [(entry.at ?? entry.nextAt).getTime()],
          );
          return stamps.length === 0 ? 0 : Math.max(0, (now().getTime() - Math.min(...stamps)) / 1_000);
        }),
    );
  }
  addGauge(metrics, 'xs2a_dead_letters_waiting', 'Dead letters that nobody has replayed or dropped', () =>
    database.db.collection(DEAD_LETTERS.name).estimatedDocumentCount({ maxTimeMS: 1_000 }),
  );
}
