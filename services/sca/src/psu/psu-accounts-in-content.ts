import { type AccountReference, accountsInContent, type PsuAccount, refersTo, type ScaContent } from '@xs2a/contracts';
import type { KnownPsu } from './known-psu.ts';

/** Returns the accounts of the PSU that the content concerns. */
export function psuAccountsInContent(content: ScaContent, { accounts }: Pick<KnownPsu, 'accounts'>): PsuAccount[] {
  return accountsInContent(content).flatMap((reference) => accounts.filter((account) => covers(reference, account)));
}

/** Whether all accounts that the content concerns belong to the PSU. */
export function ownsConcernedAccounts(content: ScaContent, { accounts }: Pick<KnownPsu, 'accounts'>): boolean {
  return accountsInContent(content).every((reference) => accounts.some((account) => covers(reference, account)));
}

function covers(reference: AccountReference, account: PsuAccount): boolean {
  return refersTo(reference, { ...account.reference, currency: account.currency });
}
