import type { listTransactions as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { shownReference } from '../model/account.ts';
import { createBatchItemLimiter, type ReadEntry } from './batch-item-limiter.ts';
import { PageBytes } from './page-bytes.ts';
import { readAccountReport } from './read-account-report.ts';
import { transactionView } from './transaction-view.ts';

/** Returns the transaction list of a payment account. */
export async function listTransactions(
  context: AccountsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, may, lists, ...rest } = await readAccountReport(context, request, 'account');
  const shown = { account: shownReference(account.details), ...rest };
  if (request.renderedAt !== undefined) {
    const page = new PageBytes(context, { address: request.renderedAt, may });
    const rendered = Object.fromEntries(lists.map(([list, entries]) => [list, page.list(entries)] as const));
    return { ...shown, rendered, bytes: page.written() };
  }
  const bounded = createBatchItemLimiter();
  const view = (entry: ReadEntry) => transactionView(bounded(entry), may);
  return { ...shown, ...Object.fromEntries(lists.map(([list, entries]) => [list, entries.map(view)])) };
}
