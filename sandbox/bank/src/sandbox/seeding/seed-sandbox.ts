import { setTimeout as pause } from 'node:timers/promises';
import { isDuplicateKey, toRefusal } from '@xs2a/service-kit';
import { type Collection, type Document, MongoBulkWriteError, type OptionalUnlessRequiredId } from 'mongodb';
import { hashPassword } from '../../challenges/password-hash.ts';
import type { BankContext } from '../../context.ts';
import { bankDayOf } from '../../model/bank-day.ts';
import type { Psu } from '../../model/psu.ts';
import { SANDBOX_PSUS, sandboxPassword } from '../data/psus.ts';
import { openingLedger } from './opening-ledger.ts';

const SEEDING_ID = 'sandbox';
/** After this time another replica takes over an interrupted seeding. Two at once would do no harm. */
const LEASE_MS = 3_000;
const CHECK_EVERY_MS = 100;

type SeedingContext = Pick<
  BankContext,
  'seedings' | 'ledgerAccounts' | 'postings' | 'entries' | 'feeds' | 'psus' | 'database' | 'now' | 'log'
>;

/**
 * Loads the sandbox data once. All ids are deterministic. The accounts are inserted last, in one transaction with the mark that
 * the seeding is done. An interrupted seeding is repeated for the day on which it started, also by this replica if the database
 * was unavailable.
 */
export async function seedSandbox(context: SeedingContext): Promise<void> {
  for (;;) {
    const day = await claimSeeding(context);
    if (day === 'done') return;
    if (day !== 'elsewhere' && (await isFilled(context, day))) return;
    await pause(CHECK_EVERY_MS);
  }
}

/** Returns the day to seed, or the reason why there is nothing to do. Leases use the clock of the machine, not the bank's. */
async function claimSeeding({ seedings, now }: SeedingContext): Promise<string> {
  const leaseUntil = new Date(Date.now() + LEASE_MS);
  try {
    const claimed = await seedings.findOneAndUpdate(
      { _id: SEEDING_ID, done: false, leaseUntil: { $lte: new Date() } },
      { $set: { leaseUntil }, $setOnInsert: { day: bankDayOf(now()) } },
      { upsert: true, returnDocument: 'after' },
    );
    return claimed?.day ?? 'elsewhere';
  } catch (error) {
    // The seeding is done, or another replica is working on it.
    if (!isDuplicateKey(error)) throw error;
    const seeding = await seedings.findOne({ _id: SEEDING_ID });
    return seeding?.done ? 'done' : 'elsewhere';
  }
}

/** Returns false if the database is unavailable: once the lease expires, the seeding is claimed again. */
async function isFilled(context: SeedingContext, day: string): Promise<boolean> {
  try {
    await fillLedger(context, day);
    return true;
  } catch (error) {
    if (toRefusal(error).situation !== 'serviceUnavailable') throw error;
    context.log.warn({ err: error, event: 'seeding' }, 'the sandbox data could not be loaded and is loaded again');
    return false;
  }
}

async function fillLedger(context: SeedingContext, day: string): Promise<void> {
  const startedAt = performance.now();
  const { accounts, postings, entries } = openingLedger(day);
  const [psus] = await Promise.all([
    sandboxPsus(),
    insertMissing(context.postings, postings),
    insertMissing(context.entries, entries),
  ]);
  const feeds = accounts
    .filter(({ customer }) => customer !== undefined)
    .map(({ _id }) => ({ _id, announced: false, sequence: 0, version: 0 }));
  await context.database.transaction(async (session) => {
    const { modifiedCount } = await context.seedings.updateOne(
      { _id: SEEDING_ID, done: false },
      { $set: { done: true } },
      { session },
    );
    if (modifiedCount === 0) return;
    await context.ledgerAccounts.insertMany([...accounts], { session });
    await context.psus.insertMany(psus, { session });
    await context.feeds.insertMany(feeds, { session });
  });
  const ms = Math.round(performance.now() - startedAt);
  context.log.info({ event: 'seeded', count: postings.length, ms }, 'the sandbox data was loaded');
}

function sandboxPsus(): Promise<Psu[]> {
  return Promise.all(
    SANDBOX_PSUS.map(async ({ psuId, name, corporateId, blocked, ownTransfersExempted, scaMethods }) => ({
      _id: psuId,
      name,
      ...(corporateId !== undefined && { corporateId }),
      blocked: blocked ?? false,
      ...(ownTransfersExempted && { ownTransfersExempted }),
      scaMethods: [...scaMethods],
      password: await hashPassword(sandboxPassword(psuId)),
    })),
  );
}

/** Inserts documents, and skips existing ones. Throws if an insert got no answer, which names no document. */
async function insertMissing<T extends Document>(collection: Collection<T>, documents: readonly T[]): Promise<void> {
  try {
    await collection.insertMany(documents as readonly OptionalUnlessRequiredId<T>[], { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const faults = [error.writeErrors].flat();
    const isOther = faults.length === 0 || error.result.getWriteConcernError() !== undefined;
    if (isOther || !faults.every(isDuplicateKey)) throw error;
  }
}
