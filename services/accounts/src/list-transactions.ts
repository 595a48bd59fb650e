import {
  type BookingStatus,
  type listTransactions as operation,
  type ReplyOf,
  type RequestOf,
  type Transaction,
  Xs2aError,
} from '@xs2a/contracts';
import { shownReference } from './account.ts';
import type { AccountsRoom } from './room.ts';
import type { StoredTransaction } from './transaction.ts';
import { type Period, refuseOldHistory, transactionPeriod } from './transaction-period.ts';
import { useConsentForAccount } from './use-consent.ts';

/** Newest entries of one answer: with the longest texts some 4 MB, which the bus (8 MB a message) can carry. */
export const TRANSACTIONS_OF_LIST_MAX = 2_000;

/** The lists that each bookingStatus asks for (field guide 7.5). Standing orders (`information`) are not offered. */
const LISTS_ASKED_FOR: Partial<Record<BookingStatus, readonly StoredTransaction['bookingStatus'][]>> = {
  booked: ['booked'],
  pending: ['pending'],
  both: ['booked', 'pending'],
};

/**
 * The entries of a period, newest first; of more than {@link TRANSACTIONS_OF_LIST_MAX} the newest. What can be refused
 * by the request alone is refused before the consent is asked, which counts the access.
 */
export async function listTransactions(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const lists = LISTS_ASKED_FOR[request.bookingStatus];
  if (lists === undefined) throw new Xs2aError('parameterNotSupported', { path: 'bookingStatus' });
  const period = transactionPeriod(room, request);
  const { withBalance } = request;
  const { account, rights, authorisedAt } = await useConsentForAccount(room, request, 'transactions', {
    balances: withBalance,
  });
  refuseOldHistory(room, { from: period.from, authorisedAt, path: 'dateFrom' });
  const found = await findNewest(room, account.bankAccountId, lists, period);
  const balances = withBalance && rights.includes('balances') ? account.balances?.entries : undefined;
  return {
    account: shownReference(account.details),
    ...Object.fromEntries(lists.map((list) => [list, entriesOf(found, list)])),
    ...(balances && { balances }),
  };
}

type Found = Pick<StoredTransaction, '_id' | 'bookingStatus' | 'entry'>;

function findNewest(
  { transactions }: AccountsRoom,
  bankAccountId: string,
  lists: readonly StoredTransaction['bookingStatus'][],
  { from, to }: Period,
): Promise<Found[]> {
  return transactions
    .find<Found>(
      { bankAccountId, bookingStatus: { $in: lists }, entryDate: { $gte: from, $lte: to } },
      {
        projection: { bookingStatus: 1, entry: 1 },
        sort: { entryDate: -1, sequence: -1 },
        limit: TRANSACTIONS_OF_LIST_MAX,
      },
    )
    .toArray();
}

function entriesOf(found: readonly Found[], list: StoredTransaction['bookingStatus']): Transaction[] {
  return found
    .filter(({ bookingStatus }) => bookingStatus === list)
    .map(({ _id, entry }) => ({ transactionId: _id, ...entry }));
}
