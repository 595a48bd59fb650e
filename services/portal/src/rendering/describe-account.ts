import type { AccountReference, Grant, ScaView } from '@xs2a/contracts';
import { accountKey, formatAccount } from './formats.ts';
import { type Language, WORDS } from './languages.ts';
import type { GrantedAccount } from './summary.ts';

export type AccountNames = Pick<ScaView, 'accountNames'>;

/** Formats an account for people, with its name if the bank gave one. */
export function describeAccount(
  account: AccountReference,
  { accountNames = {} }: AccountNames,
): { id: string; name?: string } {
  const key = accountKey(account);
  const name = Object.hasOwn(accountNames, key) ? accountNames[key] : undefined;
  const currency = account.currency === undefined ? '' : ` ${account.currency}`;
  return { id: formatAccount(account) + currency, ...(name !== undefined && { name }) };
}

/** Describes the accounts of a consent, and the rights on each. */
export function describeGrants(grants: readonly Grant[], names: AccountNames, language: Language): GrantedAccount[] {
  const { rights } = WORDS[language];
  return grants.map((grant) => ({
    ...describeAccount(grant.account, names),
    rights: [...grant.rights.map((right) => rights[right]), ...(grant.ownerName ? [rights.ownerName] : [])],
  }));
}

/** Looks up a name. A value that this version does not have is shown as it is. */
export function lookUp(names: Readonly<Record<string, string>>, key: string): string {
  return (Object.hasOwn(names, key) ? names[key] : undefined) ?? key;
}
