import { setTimeout as pause } from 'node:timers/promises';
import type { verifyPayee as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { type PresenceContext, requirePresence } from '../access/presence.ts';
import { findAccounts } from '../accounts/find-accounts.ts';
import type { BankContext } from '../context.ts';
import { VERIFIED_PAYEES, type VerifiedPayee } from '../sandbox/data/verified-payees.ts';

type Question = RequestOf<typeof operation>;
type Reply = ReplyOf<typeof operation>;

/** Answers for the banks of all payees, or asks those that are participants of the scheme with it. */
export async function verifyPayee(
  context: Pick<BankContext, 'ledgerAccounts' | 'payeeScheme'> & PresenceContext,
  question: Question,
): Promise<Reply> {
  const { iban } = question;
  const accounts = await findAccounts(context, { iban });
  await requirePresence(
    context,
    accounts.map(({ _id }) => _id),
  );
  const { otherBanks } = context.payeeScheme;
  if (otherBanks?.hasAccount(iban)) return otherBanks.ask(question);
  return answerOf(VERIFIED_PAYEES.get(iban) ?? { answer: { partyNameMatch: 'MTCH' } }, question);
}

/** Answers another bank for an account of this one. */
export async function verifyOwnPayee(context: Pick<BankContext, 'ledgerAccounts'>, question: Question): Promise<Reply> {
  const accounts = await findAccounts(context, { iban: question.iban });
  const holders = accounts.map(({ customer: { usage, ownerName: name } }) => ({
    kind: usage === 'PRIV' ? ('person' as const) : ('organisation' as const),
    name,
  }));
  return answerOf(VERIFIED_PAYEES.get(question.iban) ?? { holders }, question);
}

async function answerOf(payee: VerifiedPayee, { name, identification }: Question): Promise<Reply> {
  if ('holders' in payee) {
    const { verifyPayee: match } = await import('@xs2a/payee-matching');
    return match({ name, identification }, payee.holders);
  }
  if (payee.afterMs !== undefined) await pause(payee.afterMs);
  return { ...(name !== undefined && payee.answer), ...(identification && { partyIdMatch: 'NOAP' }) };
}
