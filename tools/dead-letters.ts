// Handles messages that their receiver has refused permanently:
//   npm run dead-letters -- list            --service <name>
//   npm run dead-letters -- show <id>       --service <name>   including the request, which may contain personal data
//   npm run dead-letters -- replay <id>     --service <name>   returns it to its outbox for immediate delivery
//   npm run dead-letters -- drop <id>       --service <name>
// MONGO_URL is the address of the service's database; the operator's user is in the variables that services have. Without any of
// them it is `npm start` in this folder. MONGO_DATABASE overrides the name of the database, which is that of the service.
// Exits with 1 where there is no such dead letter, 2 where an argument is wrong, 3 where the database does not answer.

import type { DeadLetter, OutboxEntry } from '@xs2a/service-kit';
import type { Db } from 'mongodb';
import { readArguments } from './command/read-arguments.ts';
import { openDatabase, runToEnd, UnusableArguments } from './command/run-to-end.ts';
import { table } from './gen/markdown.ts';

const USAGE = 'npm run dead-letters -- list | show <id> | replay <id> | drop <id>  --service <name>';

interface Sender {
  _id: string;
  outbox: OutboxEntry[];
  notices?: OutboxEntry[];
}

async function list(db: Db): Promise<string> {
  const letters = await db
    .collection<DeadLetter>('deadLetters')
    .find({}, { projection: { 'entry.request': 0 } })
    .sort({ at: 1 })
    .toArray();
  if (letters.length === 0) return 'There are no dead letters.';
  const rows = letters.map(({ _id, at, collection, documentId, entry, situation, path = '' }) => {
    return [_id, at.toISOString(), `${collection} ${documentId}`, entry.subject, situation, path, entry.requestId];
  });
  return table(['id', 'since', 'document', 'operation', 'refused as', 'at', 'request id'], rows);
}

async function find(db: Db, id: string): Promise<DeadLetter> {
  const letter = await db.collection<DeadLetter>('deadLetters').findOne({ _id: id });
  if (letter === null) throw new Error(`There is no dead letter ${id}.`);
  return letter;
}

async function show(db: Db, id: string): Promise<string> {
  const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
  return JSON.stringify(await find(db, id), plain, 2);
}

/** One transaction: otherwise the entry could be refused again between the two writes, and the dead letter be lost. */
async function replay(db: Db, id: string): Promise<string> {
  const { collection, documentId, queue = 'outbox', entry } = await find(db, id);
  await using session = db.client.startSession();
  await session.withTransaction(async () => {
    const due = { ...entry, attempts: 0, nextAt: new Date() };
    const document = { _id: documentId, [`${queue}.id`]: { $ne: entry.id } };
    const { matchedCount } = await db
      .collection<Sender>(collection)
      .updateOne(document, { $push: { [queue]: due } }, { session });
    if (matchedCount === 0)
      throw new Error(`The document ${documentId} of ${collection} is gone, or tells it already.`);
    await db.collection<DeadLetter>('deadLetters').deleteOne({ _id: id }, { session });
  });
  return `${entry.subject} is due again from ${collection} ${documentId}.`;
}

async function drop(db: Db, id: string): Promise<string> {
  const { entry } = await find(db, id);
  await db.collection<DeadLetter>('deadLetters').deleteOne({ _id: id });
  return `${entry.subject} of request ${entry.requestId} was dropped.`;
}

const ACTIONS = new Map(Object.entries({ show, replay, drop }));

async function run(db: Db, [word, id, ...others]: string[]): Promise<string | undefined> {
  if (others.length > 0) return undefined;
  if (word === 'list' && id === undefined) return list(db);
  return id === undefined ? undefined : ACTIONS.get(word ?? '')?.(db, id);
}

const { values, positionals } = readArguments(import.meta.filename, {
  options: { service: { type: 'string' } },
  allowPositionals: true,
});
const name = process.env['MONGO_DATABASE'] ?? values.service;
await runToEnd(async () => {
  if (name === undefined) throw new UnusableArguments(`--service is needed.\n${USAGE}`);
  await using client = openDatabase('dead-letters');
  const answer = await run(client.db(name), positionals);
  if (answer === undefined) throw new UnusableArguments(USAGE);
  process.stdout.write(`${answer}\n`);
  return undefined;
});
