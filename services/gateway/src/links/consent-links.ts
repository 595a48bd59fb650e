import type { AccountAccess, AspspProfile } from '@xs2a/contracts';
import type { LinkName } from './link-names.ts';

/** Returns the links to the accounts of a consent. Card accounts have their own list, if the bank offers it. */
export function accountLinks(access: AccountAccess, { cardAccounts }: Pick<AspspProfile, 'cardAccounts'>): LinkName[] {
  return cardAccounts && coversCards(access) ? ['account', 'cardAccount'] : ['account'];
}

function coversCards(access: AccountAccess): boolean {
  const { availableAccounts, availableAccountsWithBalance, allPsd2 } = access;
  if (availableAccounts ?? availableAccountsWithBalance ?? allPsd2) return true;
  const named = [access.accounts, access.balances, access.transactions].flatMap((references) => references ?? []);
  return named.some(({ pan, maskedPan }) => pan !== undefined || maskedPan !== undefined);
}
