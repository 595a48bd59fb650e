import { maskReference, type putStandingOrders as operation, type ReplyOf, type RequestOf } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { putAccountPart } from './put-account-part.ts';

/** Stores the standing orders of an account; card numbers masked. */
export function putStandingOrders(
  context: AccountsContext,
  { bankAccountId, version, standingOrders }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const entries = standingOrders.map(({ creditorAccount, ...order }) => {
    return { ...order, ...(creditorAccount && { creditorAccount: maskReference(creditorAccount) }) };
  });
  return putAccountPart(context, bankAccountId, { part: 'standingOrders', version, entries });
}
