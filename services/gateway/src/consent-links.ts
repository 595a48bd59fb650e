import type { AccountAccess, AspspProfile } from '@xs2a/contracts';
import type { LinkName } from './links.ts';

/**
 * Where what a consent opens is read (Implementation Guidelines, Links): cards have a list of their own, where the bank
 * has one.
 */
export function readingLinks(access: AccountAccess, { cardAccounts }: Pick<AspspProfile, 'cardAccounts'>): LinkName[] {
  return cardAccounts && mayOpenCards(access) ? ['account', 'cardAccount'] : ['account'];
}

function mayOpenCards(access: AccountAccess): boolean {
  const { availableAccounts, availableAccountsWithBalance, allPsd2 } = access;
  if (availableAccounts ?? availableAccountsWithBalance ?? allPsd2) return true;
  const named = [access.accounts, access.balances, access.transactions].flatMap((references) => references ?? []);
  return named.some(({ pan, maskedPan }) => pan !== undefined || maskedPan !== undefined);
}
