import type { PersonalData, Psu } from '@xs2a/service-kit';
import type { Db } from 'mongodb';
import { ACCOUNTS, type Account } from './model/account.ts';
import { BY_ARRIVAL } from './model/transaction.ts';

const SOURCE = 'account feed of the bank';
const COPY = 'until the bank no longer feeds it, or an erasure';
const owned = ({ psuId }: Psu) => ({ 'details.owners': psuId });
/** Accounts that other PSUs own too. */
const SHARED = { 'details.owners.1': { $exists: true } };

/**
 * Copies of accounts, which the bank has itself: they are no evidence, and go as soon as nothing of their PSU is open. Entries
 * first, because the accounts find them.
 */
export const PERSONAL_DATA: PersonalData = {
  transactions: {
    purpose: 'entries of accounts, for TPPs to which the PSU gives access',
    source: SOURCE,
    find: async (psu, db) => ({ bankAccountId: { $in: await bankAccountIds(db, owned(psu)) } }),
    index: BY_ARRIVAL,
    shows: ['bankAccountId', 'bookingStatus', 'entryDate', 'entry'],
    erase: {
      way: 'delete',
      unless: 'open',
      async keeps(psu, { db }) {
        const shared = await bankAccountIds(db, { ...owned(psu), ...SHARED });
        return [{ where: { bankAccountId: { $in: shared } }, because: 'another PSU has the account too' }];
      },
    },
  },
  marks: {
    purpose: 'position up to which a TPP has read the entries of an account',
    source: 'requests of TPPs',
    kept: COPY,
    // The id is a JSON array with the PSU-ID in it.
    find: ({ psuId }) => ({
      $expr: { $gte: [{ $indexOfCP: ['$_id', { $literal: `,${JSON.stringify(psuId)},` }] }, 0] },
    }),
    shows: ['booked', 'pending'],
    erase: { way: 'delete', unless: 'open' },
  },
  accounts: {
    purpose: 'accounts, balances and standing orders, for TPPs to which the PSU gives access',
    source: SOURCE,
    kept: COPY,
    find: owned,
    index: { 'details.owners': 1, 'details.kind': 1, bankAccountId: 1 },
    shows: ['bankAccountId', 'details', 'balances', 'standingOrders'],
    erase: {
      way: 'delete',
      unless: 'open',
      releases: ({ psuId }) => ({ where: SHARED, update: { $pull: { 'details.owners': psuId } } }),
    },
  },
  secrets: { none: 'Keys of the service.' },
};

/** Returns the ids of accounts, and of the sub-accounts of aggregated ones. */
async function bankAccountIds(db: Db, filter: object): Promise<string[]> {
  const accounts = db.collection<Account>(ACCOUNTS.name).find(filter);
  const ids = await accounts
    .map(({ bankAccountId, details }) => [bankAccountId, ...(details?.subAccounts ?? [])])
    .toArray();
  return [...new Set(ids.flat())];
}
