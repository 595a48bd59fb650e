import { isDuplicateKey } from '@xs2a/service-kit';
import { type AnyBulkWriteOperation, MongoBulkWriteError } from 'mongodb';
import type { AccountsContext } from '../context.ts';
import type { StoredTransaction } from '../model/transaction.ts';

/** A fed entry: the document to insert if its reference is new, and otherwise the guarded writes, which can also create it. */
export interface FedEntry {
  readonly created: StoredTransaction;
  readonly writes: readonly AnyBulkWriteOperation<StoredTransaction>[];
}

type Transactions = Pick<AccountsContext, 'transactions'>;

/**
 * Stores entries of one account and returns the number that changed. Most are new: these take one insert, at a third of the
 * database's cost for upserts. The check for new entries is only a guess: the unique index decides, and entries that it rejects
 * are written like existing ones.
 */
export async function storeEntries(context: Transactions, entries: readonly FedEntry[]): Promise<number> {
  const supposed = await findNewEntries(context, entries);
  const known = await insertNew(context, [...supposed]);
  const writes = entries.filter((entry) => !supposed.has(entry) || known.has(entry)).flatMap((entry) => entry.writes);
  const inserted = supposed.size - known.size;
  if (writes.length === 0) return inserted;
  // In the given order: one message may name an entry as pending and then as booked.
  const result = await context.transactions.bulkWrite(writes, { ordered: true });
  return inserted + result.upsertedCount + result.modifiedCount;
}

/** Returns the entries whose reference occurs once in the message, and not yet in the database. */
async function findNewEntries({ transactions }: Transactions, entries: readonly FedEntry[]): Promise<Set<FedEntry>> {
  const accounts = [...new Set(entries.map(({ created }) => created.bankAccountId))];
  const byReference = Map.groupBy(entries, ({ created }) => created.bankReference);
  const stored = await transactions
    .find(
      { bankAccountId: { $in: accounts }, bankReference: { $in: [...byReference.keys()] } },
      { projection: { _id: 0, bankReference: 1 }, batchSize: entries.length + 1 },
    )
    .toArray();
  for (const { bankReference } of stored) byReference.delete(bankReference);
  return new Set([...byReference.values()].flatMap((named) => (named.length === 1 ? named : [])));
}

/** Inserts entries. Returns those whose reference another message has stored meanwhile. */
async function insertNew({ transactions }: Transactions, entries: readonly FedEntry[]): Promise<Set<FedEntry>> {
  if (entries.length === 0) return new Set();
  try {
    await transactions.insertMany(
      entries.map(({ created }) => created),
      { ordered: false },
    );
    return new Set();
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const faults = [error.writeErrors].flat();
    const isOther = faults.length === 0 || error.result.getWriteConcernError() !== undefined;
    if (isOther || !faults.every(isDuplicateKey)) throw error;
    return new Set(faults.flatMap(({ index }) => entries[index] ?? []));
  }
}
