import { type readTransactionDetails as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { KnownAccount } from './account.ts';
import type { AccountsRoom } from './room.ts';
import { sourcesOf } from './sub-accounts.ts';
import { type KnownTransaction, transactionView } from './transaction.ts';
import { useConsentForAccount } from './use-consent.ts';

/**
 * One entry by its transactionId. The consent is judged first, so that its own reasons come first; an entry that does not
 * exist, is of another account, or is too old, costs no access (field guide 7.3).
 */
export async function readTransactionDetails(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const found = await room.transactions.findOne<KnownTransaction>({
    _id: request.transactionId,
    bookingStatus: { $ne: 'withdrawn' },
  });
  const isOf = (account: KnownAccount | null): boolean =>
    found !== null && account !== null && sourcesOf(account).includes(found.bankAccountId);
  const { account, accessQuota } = await useConsentForAccount(room, request, 'transactionDetails', {
    isCounted: isOf,
    oldest: (addressed) => (found && isOf(addressed) ? { day: found.entryDate, path: 'transactionId' } : undefined),
  });
  if (found === null || !isOf(account)) throw new Xs2aError('transactionUnknown');
  return { transaction: transactionView(found), accessQuota };
}
