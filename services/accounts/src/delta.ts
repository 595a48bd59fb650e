import { type listTransactions, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { bankDay } from '@xs2a/service-kit';
import type { AccountDetails } from './account.ts';
import { markId } from './mark.ts';
import type { AccountsRoom } from './room.ts';
import type { ConsentedAccount } from './use-consent.ts';
import type { Found, List, Stretch } from './walk.ts';

type Listing = RequestOf<typeof listTransactions>;

/** Delta access needs no period: dateFrom and dateTo are ignored (interface 4.4). */
export function isDelta({ entryReferenceFrom, deltaList }: Listing): boolean {
  return entryReferenceFrom !== undefined || deltaList === true;
}

/** The sequence of the entry that entryReferenceFrom names; null where the account has no such entry. */
export async function findReferred(
  { accounts, transactions }: AccountsRoom,
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
  room: AccountsRoom,
  { tpp }: Listing,
  { lists, referred, consented }: { lists: List[]; referred: number | null | undefined; consented: ConsentedAccount },
): Promise<Stretch> {
  if (referred === null) {
    throw new Xs2aError('queryInvalid', { path: 'entryReferenceFrom', text: 'names no entry of this account' });
  }
  const period = { from: consented.earliestDay, to: bankDay(room.now(), room.profile) };
  if (referred !== undefined) return { lists, ...period, after: { booked: referred, pending: referred } };
  const mark = await room.marks.findOne({ _id: markId(tpp.id, consented) }, { projection: { _id: 0 } });
  return { lists, ...period, ...(mark && { after: mark }) };
}

/** Remembers how far a report that reaches to the present has come. Marks only move forward. */
export async function storeMark(
  { marks }: AccountsRoom,
  { tpp }: Listing,
  { consented, entries }: { consented: ConsentedAccount; entries: readonly Found[] },
): Promise<void> {
  if (entries.length === 0) return;
  const newest: Partial<Record<List, number>> = {};
  for (const { bookingStatus, sequence } of entries) {
    newest[bookingStatus] = Math.max(sequence, newest[bookingStatus] ?? sequence);
  }
  await marks.updateOne({ _id: markId(tpp.id, consented) }, { $max: newest }, { upsert: true });
}
