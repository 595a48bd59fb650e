import { type listTransactions, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { ConsentedAccount } from '../access/find-consented-account.ts';
import { isAggregate, sourcesOf } from '../access/sub-account-parts.ts';
import type { AccountsContext } from '../context.ts';
import type { AccountDetails, KnownAccount } from '../model/account.ts';
import { markId } from '../model/delta-cursor.ts';
import { BY_ARRIVAL, type List } from '../model/transaction.ts';
import type { Found, Stretch, Walk } from './transaction-page.ts';

type Listing = RequestOf<typeof listTransactions>;

/** Delta access needs no period: dateFrom and dateTo are ignored (interface 4.4). */
export function isDelta({ entryReferenceFrom, deltaList }: Listing): boolean {
  return entryReferenceFrom !== undefined || deltaList === true;
}

/** The sequence of the entry that entryReferenceFrom names; null where the account has no such entry. */
export async function findReferred(
  { accounts, transactions }: AccountsContext,
  { accountId, entryReferenceFrom }: Listing,
  resource: AccountDetails['kind'],
): Promise<number | null | undefined> {
  if (entryReferenceFrom === undefined) return undefined;
  const account = await accounts.findOne({ _id: accountId }, { projection: { bankAccountId: 1 } });
  if (account === null) return null;
  const { bankAccountId } = account;
  // An entry of a card has no entryReference: it is known by its own id.
  const named = resource === 'card' ? { _id: entryReferenceFrom } : { 'entry.entryReference': entryReferenceFrom };
  const entry = await transactions.findOne({ bankAccountId, ...named }, { projection: { sequence: 1 } });
  return entry?.sequence ?? null;
}

/**
 * What came after the entry that was named, or since the last report; at the first report everything that may be given.
 * What is older than the consent lets be read now is left out.
 */
export async function deltaStretch(
  context: AccountsContext,
  { tpp }: Listing,
  { lists, referred, consented }: { lists: List[]; referred: number | null | undefined; consented: ConsentedAccount },
): Promise<Stretch> {
  const { account, earliestDay } = consented;
  if (referred === null) throw refusalOfReference(account);
  const stretch = { lists, from: earliestDay, to: bankDay(context.now(), context.profile) };
  if (referred !== undefined) {
    const after = { [account.bankAccountId]: referred };
    return { ...stretch, after: { booked: after, pending: after } };
  }
  const sources = sourcesOf(account);
  const ids = new Map(sources.map((source) => [markId(tpp.id, consented, source), source]));
  const marks = await context.marks.find({ _id: { $in: [...ids.keys()] } }).toArray();
  const after: NonNullable<Stretch['after']> = {};
  for (const { _id, ...newest } of marks) {
    for (const list of lists) {
      const sequence = newest[list];
      if (sequence !== undefined) after[list] = { ...after[list], [ids.get(_id) ?? '']: sequence };
    }
  }
  return { ...stretch, after };
}

/** The sequences of sub-accounts say nothing about each other: of their mix no entry tells what came after it. */
function refusalOfReference(account: KnownAccount): Xs2aError {
  const path = 'entryReferenceFrom';
  return isAggregate(account)
    ? new Xs2aError('parameterNotSupported', { path, text: 'is for sub-accounts; here deltaList is offered' })
    : new Xs2aError('queryInvalid', { path, text: 'names no entry of this account' });
}

/**
 * Of each sub-account of an aggregated account the entry of a period that came last. The first page of their mix need not
 * hold one of each. Asked before the page is: what comes between is told twice, and never left out.
 */
export async function findNewestOfSources(
  { transactions }: Pick<AccountsContext, 'transactions'>,
  { sources, stretch: { lists, from, to } }: Pick<Walk, 'sources' | 'stretch'>,
): Promise<Found[]> {
  if (sources.length === 1) return [];
  const asked = sources.flatMap((bankAccountId) => lists.map((bookingStatus) => ({ bankAccountId, bookingStatus })));
  const newest = asked.map((list) =>
    transactions.findOne<Found>(
      { ...list, entryDate: { $gte: from, $lte: to } },
      { hint: BY_ARRIVAL, sort: { sequence: -1 } },
    ),
  );
  return (await Promise.all(newest)).filter((entry) => entry !== null);
}

/** Remembers how far a report that reaches to the present has come. Marks only move forward. */
export async function storeMark(
  { marks }: AccountsContext,
  { tpp }: Listing,
  { consented, entries }: { consented: ConsentedAccount; entries: readonly Found[] },
): Promise<void> {
  if (entries.length === 0) return;
  const newest = new Map<string, Partial<Record<List, number>>>();
  for (const { bankAccountId, bookingStatus, sequence } of entries) {
    const known = newest.get(bankAccountId) ?? {};
    known[bookingStatus] = Math.max(sequence, known[bookingStatus] ?? sequence);
    newest.set(bankAccountId, known);
  }
  const writes = [...newest].map(([source, sequences]) => ({
    updateOne: { filter: { _id: markId(tpp.id, consented, source) }, update: { $max: sequences }, upsert: true },
  }));
  await marks.bulkWrite(writes, { ordered: false });
}
