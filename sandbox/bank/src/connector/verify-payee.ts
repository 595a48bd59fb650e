import { setTimeout as pause } from 'node:timers/promises';
import type { verifyPayee as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { type PresenceContext, requirePresence } from '../access/presence.ts';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';
import { VERIFIED_PAYEES } from '../sandbox/data/verified-payees.ts';

type Reply = ReplyOf<typeof operation>;

/** Answers for the banks of all payees. */
export async function verifyPayee(
  context: Pick<BankContext, 'ledgerAccounts'> & PresenceContext,
  { iban, name, identification }: RequestOf<typeof operation>,
): Promise<Reply> {
  const accounts = await findAccounts(context, { iban });
  await requirePresence(
    context,
    accounts.map(({ _id }) => _id),
  );
  const payee = VERIFIED_PAYEES.get(iban) ?? { answer: { partyNameMatch: 'MTCH' } };
  if ('holders' in payee) {
    const { verifyPayee: match } = await import('@xs2a/payee-matching');
    return match({ name, identification }, payee.holders);
  }
  if (payee.afterMs !== undefined) await pause(payee.afterMs);
  return { ...(name !== undefined && payee.answer), ...(identification && { partyIdMatch: 'NOAP' }) };
}
