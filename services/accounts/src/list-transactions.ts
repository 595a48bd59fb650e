import type { listTransactions as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { shownReference } from './account.ts';
import { reportOf } from './report.ts';
import type { AccountsRoom } from './room.ts';
import { transactionView } from './transaction.ts';

export async function listTransactions(
  room: AccountsRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { account, lists, ...rest } = await reportOf(room, request, 'account');
  return {
    account: shownReference(account.details),
    ...Object.fromEntries(lists.map(([list, entries]) => [list, entries.map(transactionView)])),
    ...rest,
  };
}
