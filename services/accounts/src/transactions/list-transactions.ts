import type { listTransactions as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { shownReference } from '../model/account.ts';
import { readAccountReport } from './read-account-report.ts';
import { transactionView } from './transaction-view.ts';

/** The transaction list of a payment account. */
export async function listTransactions(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, may, lists, ...rest } = await readAccountReport(context, request, 'account');
  return {
    account: shownReference(account.details),
    ...Object.fromEntries(lists.map(([list, entries]) => [list, entries.map((entry) => transactionView(entry, may))])),
    ...rest,
  };
}
