import type { putStandingOrders as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { withMaskedCards } from '../model/masked-cards.ts';
import { orderWithBankTimes } from './bank-times.ts';
import { putAccountPart } from './put-account-part.ts';

/** Stores the standing orders of an account; card numbers masked. */
export function putStandingOrders(
  context: AccountsContext,
  { bankAccountId, version, standingOrders }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const entries = standingOrders.map((order) => withMaskedCards(orderWithBankTimes(order, context.profile)));
  const part = { part: 'standingOrders', version, entries } as const;
  return putAccountPart(context, bankAccountId, part);
}
