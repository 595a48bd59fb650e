import type { DeadLetter, OutboxEntry } from '@xs2a/service-kit';
import type { Db } from 'mongodb';
import type { CommandEnvironment, Result } from '../command/command.ts';
import { jsonOf } from '../command/common.ts';
import { openDatabase } from '../command/open-databases.ts';
import { NotDone } from '../command/refusals.ts';
import { table } from '../command/table.ts';

interface Sender {
  _id: string;
  outbox: OutboxEntry[];
  notices?: OutboxEntry[];
}

interface Asked {
  readonly id: string;
  readonly service: string;
}

async function onDatabase(
  service: string,
  environment: CommandEnvironment,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  await using client = await openDatabase(environment, 'dead-letters');
  return await work(client.db(process.env['MONGO_DATABASE'] ?? service));
}

export function list({ service }: { readonly service: string }, environment: CommandEnvironment): Promise<Result> {
  return onDatabase(service, environment, async (db) => {
    const letters = await db
      .collection<DeadLetter>('deadLetters')
      .find({}, { projection: { 'entry.request': 0 } })
      .sort({ at: 1 })
      .toArray();
    const rows = letters.map(({ _id, at, collection, documentId, entry, situation, path = '' }) => {
      return [_id, at.toISOString(), `${collection} ${documentId}`, entry.subject, situation, path, entry.requestId];
    });
    const header = ['id', 'since', 'document', 'operation', 'refused as', 'at', 'request id'];
    return { text: rows.length === 0 ? 'There are no dead letters.' : table(header, rows), document: letters };
  });
}

export function show({ id, service }: Asked, environment: CommandEnvironment): Promise<Result> {
  return onDatabase(service, environment, async (db) => {
    const letter = await find(db, id);
    return { text: jsonOf(letter), document: letter };
  });
}

export function replay({ id, service }: Asked, environment: CommandEnvironment): Promise<Result> {
  return onDatabase(service, environment, (db) => replayIn(db, id));
}

export function drop({ id, service }: Asked, environment: CommandEnvironment): Promise<Result> {
  return onDatabase(service, environment, async (db) => {
    const { entry } = await find(db, id);
    await db.collection<DeadLetter>('deadLetters').deleteOne({ _id: id });
    return {
      text: `${entry.subject} of request ${entry.requestId} was dropped.`,
      document: { id, operation: entry.subject, requestId: entry.requestId },
    };
  });
}

async function find(db: Db, id: string): Promise<DeadLetter> {
  const letter = await db.collection<DeadLetter>('deadLetters').findOne({ _id: id });
  if (letter === null) throw new NotDone(`There is no dead letter ${id}.`);
  return letter;
}

/** One transaction, because the entry could otherwise be rejected again between the two writes and the dead letter be lost. */
async function replayIn(db: Db, id: string): Promise<Result> {
  const { collection, documentId, queue = 'outbox', entry } = await find(db, id);
  await using session = db.client.startSession();
  await session.withTransaction(async () => {
    const due = { ...entry, attempts: 0, nextAt: new Date() };
    const document = { _id: documentId, [`${queue}.id`]: { $ne: entry.id } };
    const { matchedCount } = await db
      .collection<Sender>(collection)
      .updateOne(document, { $push: { [queue]: due } }, { session });
    if (matchedCount === 0)
      throw new NotDone(`The document ${documentId} of ${collection} is gone, or tells it already.`);
    await db.collection<DeadLetter>('deadLetters').deleteOne({ _id: id }, { session });
  });
  return {
    text: `${entry.subject} is due again from ${collection} ${documentId}.`,
    document: { id, operation: entry.subject, collection, documentId },
  };
}
