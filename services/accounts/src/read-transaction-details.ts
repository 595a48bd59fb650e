import { type readTransactionDetails as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { AccountsRoom } from './room.ts';
import { transactionView } from './transaction.ts';
import { refuseOldHistory } from './transaction-period.ts';
import { useConsentForAccount } from './use-consent.ts';

/**
 * One entry by its transactionId. The consent is judged first, so that its own reasons come first; an entry that does not
 * exist or is of another account is unknown and costs no access (field guide 7.3).
 */
export async function readTransactionDetails(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const found = await room.transactions.findOne({ _id: request.transactionId });
  const { account, authorisedAt } = await useConsentForAccount(room, request, 'transactionDetails', {
    isCounted: (addressed) => found?.bankAccountId === addressed?.bankAccountId,
  });
  if (found?.bankAccountId !== account.bankAccountId) throw new Xs2aError('transactionUnknown');
  refuseOldHistory(room, { from: found.entryDate, authorisedAt, path: 'transactionId' });
  return { transaction: transactionView(found) };
}
