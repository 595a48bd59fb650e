import type { listTransactions as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { shownReference } from '../model/account.ts';
import { transactionView } from '../model/transaction.ts';
import { reportOf } from './find-transactions.ts';

export async function listTransactions(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, lists, ...rest } = await reportOf(context, request, 'account');
  return {
    account: shownReference(account.details),
    ...Object.fromEntries(lists.map(([list, entries]) => [list, entries.map(transactionView)])),
    ...rest,
  };
}
