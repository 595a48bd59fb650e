import { type DeadLetter, verifyHistory } from '@xs2a/service-kit';
import type { Db } from 'mongodb';
import type { Checked as CheckInput, Databases, Difference } from './difference.ts';

/** Collections with message queues, by database. */
const QUEUES: Readonly<Partial<Record<keyof Databases, readonly string[]>>> = {
  payments: ['payments', 'executions', 'baskets'],
  consent: ['consents', 'fundsConsents'],
  sca: ['authorisations'],
  bank: ['orders', 'bulkOrders'],
};
/** Queue fields of a document. */
const FIELDS = ['outbox', 'notices'] as const;
const HISTORY_SERVICES = ['payments', 'consent', 'sca'] as const;
/** Milliseconds after which a message is overdue. Undelivered messages are retried at least every minute. */
const OVERDUE_MS = 5 * 60_000;

interface PendingMessage {
  subject: string;
  attempts: number;
}

/** Finds messages that wait longer than the time between retries, and dead letters. */
export async function checkQueues({ databases, now }: CheckInput): Promise<Difference[]> {
  const differences: Difference[] = [];
  const due = new Date(now.getTime() - OVERDUE_MS);
  for (const [database, collections] of Object.entries(QUEUES)) {
    const db = databases[database as keyof Databases];
    for (const collection of collections) {
      for (const field of FIELDS) {
        const waiting = db
          .collection<{ _id: string } & Record<(typeof FIELDS)[number], PendingMessage[] | undefined>>(collection)
          .find({ [`${field}.0.nextAt`]: { $lte: due } } as never, { projection: { [field]: 1 } });
        for await (const { _id, [field]: [first] = [] } of waiting)
          differences.push({
            kind: 'messageOverdue',
            where: `${database}/${collection}/${_id}`,
            what: `${first?.subject}, attempts ${first?.attempts}`,
          });
      }
    }
    for await (const letter of db
      .collection<DeadLetter>('deadLetters')
      .find({}, { projection: { 'entry.request': 0 } }))
      differences.push({
        kind: 'deadLetter',
        where: `${database}/deadLetters/${letter._id}`,
        what: `${letter.entry.subject}: ${letter.situation}`,
        // After a restore, a report may come before the repeated approval on which it is based, and be rejected.
        repair: ({ now }) => replay(db, letter._id, now),
      });
  }
  return differences;
}

/** Returns a dead letter to its queue, once, as `xs2a dead-letters` does. If it is rejected again, it is found again. */
async function replay(db: Db, id: string, now: Date): Promise<void> {
  await using session = db.client.startSession();
  await session.withTransaction(async () => {
    const letter = await db.collection<DeadLetter>('deadLetters').findOne({ _id: id }, { session });
    if (letter === null) return;
    const { collection, documentId, queue = 'outbox', entry } = letter;
    const isWaiting = { _id: documentId, [`${queue}.id`]: { $ne: entry.id } } as object;
    const due = { $push: { [queue]: { ...entry, attempts: 0, nextAt: now } } } as object;
    const { matchedCount } = await db.collection(collection).updateOne(isWaiting, due, { session });
    if (matchedCount === 0) throw new Error(`the document ${documentId} of ${collection} is gone, or tells it already`);
    await db.collection<DeadLetter>('deadLetters').deleteOne({ _id: id }, { session });
  });
}

/** Finds notifications that no replica of the notifier has taken up. One that was taken up is sent at most once, and not found here. */
export async function checkNotifications({ databases: { notifier }, now }: CheckInput): Promise<Difference[]> {
  const due = new Date(now.getTime() - OVERDUE_MS);
  const waiting = await notifier
    .collection<{ _id: string; waiting: object[] }>('lanes')
    .find({ 'waiting.0.at': { $lte: due } } as never, { projection: { waiting: 1 } })
    .toArray();
  return waiting.map(({ _id, waiting: notifications }) => ({
    kind: 'notificationOverdue',
    where: `notifier/lanes/${_id}`,
    what: `${notifications.length} of them`,
  }));
}

/** Verifies the chains of all histories, like `xs2a audit verify-history`. */
export async function checkHistories({ databases }: CheckInput): Promise<Difference[]> {
  const verified = await Promise.all(
    HISTORY_SERVICES.map(async (name) => ({ name, ...(await verifyHistory(databases[name])) })),
  );
  return verified.flatMap(({ name, findings }) =>
    findings.map(({ where, what }): Difference => ({ kind: 'historyAltered', where: `${name}/${where}`, what })),
  );
}
