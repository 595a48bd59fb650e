import type { putBalances as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { putPart } from './put-account-part.ts';

export function putBalances(
  context: AccountsContext,
  { bankAccountId, version, balances }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return putPart(context, bankAccountId, { part: 'balances', version, entries: balances });
}
