import { setTimeout as pause } from 'node:timers/promises';
import type { verifyPayee as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { type PresenceContext, requirePresence } from '../access/presence.ts';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';
import { VERIFIED_PAYEES } from '../sandbox/data/verified-payees.ts';

/** Answers for the banks of all payees. */
export async function verifyPayee(
  context: Pick<BankContext, 'ledgerAccounts'> & PresenceContext,
  { iban }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const accounts = await findAccounts(context, { iban });
  await requirePresence(
    context,
    accounts.map(({ _id }) => _id),
  );
  const { answer, afterMs = 0 } = VERIFIED_PAYEES.get(iban) ?? { answer: { partyNameMatch: 'MTCH' } };
  if (afterMs > 0) await pause(afterMs);
  return answer;
}
