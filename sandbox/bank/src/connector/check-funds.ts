import { type checkFunds as operation, type ReplyOf, type RequestOf, toMinorUnits } from '@xs2a/contracts';
import { type PresenceContext, requirePresence } from '../access/presence.ts';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';

/** Whether an amount could be booked now. Unknown, blocked and other-currency accounts have no funds. */
export async function checkFunds(
  context: Pick<BankContext, 'ledgerAccounts'> & PresenceContext,
  { account, instructedAmount }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const accounts = await findAccounts(context, account);
  await requirePresence(
    context,
    accounts.map(({ _id }) => _id),
  );
  if (accounts.length === 0) return { fundsAvailable: false, reasonCode: 'AC01' };
  const debited = accounts.find(({ currency }) => currency === instructedAmount.currency);
  if (debited === undefined) return { fundsAvailable: false, reasonCode: 'AM03' };
  if (debited.customer.status !== 'enabled') return { fundsAvailable: false, reasonCode: 'AC06' };
  return { fundsAvailable: debited.available >= toMinorUnits(instructedAmount) };
}
