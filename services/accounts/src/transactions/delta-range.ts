import { type listTransactions, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { ConsentedAccount } from '../access/find-consented-account.ts';
import type { AccountsContext } from '../context.ts';
import { type AccountDetails, isAggregate, type KnownAccount } from '../model/account.ts';
import { transactionIdOf } from '../model/card-transaction-id.ts';
import type { List } from '../model/transaction.ts';
import { readDeltaCursors } from './delta-cursors.ts';
import { LAST_DAY } from './reported-entries.ts';
import type { Range } from './transaction-page.ts';

type Listing = RequestOf<typeof listTransactions>;

/** Whether a request asks for a delta list. It needs no period: dateFrom and dateTo are ignored (decision 19). */
export function isDelta({ entryReferenceFrom, deltaList }: Listing): boolean {
  return entryReferenceFrom !== undefined || deltaList === true;
}

/** Returns the sequence of the entry that entryReferenceFrom names; null if the account has no such entry. */
export async function findReferencedSequence(
  { accounts, transactions }: AccountsContext,
  { accountId, entryReferenceFrom }: Listing,
  resource: AccountDetails['kind'],
): Promise<number | null | undefined> {
  if (entryReferenceFrom === undefined) return undefined;
  const account = await accounts.findOne({ _id: accountId }, { projection: { bankAccountId: 1 } });
  if (account === null) return null;
  const { bankAccountId } = account;
  // Card transactions have no entryReference and are identified by their cardTransactionId.
  const named =
    resource === 'card' ? { _id: transactionIdOf(entryReferenceFrom) } : { 'entry.entryReference': entryReferenceFrom };
  const entry = await transactions.findOne({ bankAccountId, ...named }, { projection: { sequence: 1 } });
  return entry?.sequence ?? null;
}

/**
 * Returns the range of entries that arrived after the one that the TPP names, or since the last report to it; all entries in the
 * first report. Entries older than the consent permits now are left out.
 */
export async function deltaRange(
  context: AccountsContext,
  { tpp }: Listing,
  {
    lists,
    referenced,
    consented,
  }: { lists: List[]; referenced: number | null | undefined; consented: ConsentedAccount },
): Promise<Range> {
  const { account, earliestDay } = consented;
  if (referenced === null) throw referenceRefusal(account);
  const range = { lists, from: earliestDay, to: LAST_DAY };
  if (referenced === undefined) return { ...range, after: await readDeltaCursors(context, tpp.id, consented, lists) };
  const after = { [account.bankAccountId]: referenced };
  return { ...range, after: { booked: after, pending: after } };
}

/** Sequences of different sub-accounts cannot be compared, so no entry of an aggregated account separates old from new. */
function referenceRefusal(account: KnownAccount): Xs2aError {
  const path = 'entryReferenceFrom';
  return isAggregate(account)
    ? new Xs2aError('parameterNotSupported', { path, text: 'is for sub-accounts; here deltaList is offered' })
    : new Xs2aError('queryInvalid', { path, text: 'names no entry of this account' });
}
