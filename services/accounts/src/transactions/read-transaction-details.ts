import { type readTransactionDetails as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { findConsentedAccount } from '../access/find-consented-account.ts';
import type { AccountsContext } from '../context.ts';
import { type KnownAccount, sourcesOf } from '../model/account.ts';
import type { KnownTransaction } from '../model/transaction.ts';
import { transactionView } from './transaction-view.ts';

/**
 * Returns one entry by its transactionId. Refusals of the consent come first. An entry that does not exist, belongs to another
 * account or is too old costs no access (decision 18).
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
  const { account, rights, accessQuota } = await findConsentedAccount(context, request, 'transactionDetails', {
    transactionId: request.transactionId,
    isCounted: isOf,
    oldest: (addressed) => (found && isOf(addressed) ? { day: found.entryDate, path: 'transactionId' } : undefined),
  });
  if (found === null || !isOf(account)) throw new Xs2aError('transactionUnknown');
  return { transaction: transactionView(found, { mayReadBalances: rights.includes('balances') }), accessQuota };
}
