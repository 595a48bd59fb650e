import { type readTransactionDetails as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { useConsentForAccount } from '../access/find-consented-account.ts';
import { sourcesOf } from '../access/sub-account-parts.ts';
import type { AccountsContext } from '../context.ts';
import type { KnownAccount } from '../model/account.ts';
import { type KnownTransaction, transactionView } from '../model/transaction.ts';

/**
 * One entry by its transactionId. The consent is judged first, so that its own reasons come first; an entry that does not
 * exist, is of another account, or is too old, costs no access (field guide 7.3).
 */
export async function readTransactionDetails(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const found = await context.transactions.findOne<KnownTransaction>({
    _id: request.transactionId,
    bookingStatus: { $ne: 'withdrawn' },
  });
  const isOf = (account: KnownAccount | null): boolean =>
    found !== null && account !== null && sourcesOf(account).includes(found.bankAccountId);
  const { account, accessQuota } = await useConsentForAccount(context, request, 'transactionDetails', {
    isCounted: isOf,
    oldest: (addressed) => (found && isOf(addressed) ? { day: found.entryDate, path: 'transactionId' } : undefined),
  });
  if (found === null || !isOf(account)) throw new Xs2aError('transactionUnknown');
  return { transaction: transactionView(found), accessQuota };
}
