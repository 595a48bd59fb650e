import type { AccountsContext } from '../context.ts';
import type { Account, AccountPart, KnownAccount } from '../model/account.ts';

/** Under which of the bank's keys the entries of an account are kept: its own, or those of its sub-accounts. */
export function sourcesOf({ bankAccountId, details }: KnownAccount): readonly string[] {
  return details.subAccounts ?? [bankAccountId];
}

export function isAggregate({ details }: KnownAccount): boolean {
  return details.subAccounts !== undefined;
}

type Parts = Pick<Account, 'bankAccountId' | AccountPart>;

/**
 * The accounts with the parts of their sub-accounts, in the order in which the bank named these: of an aggregated account
 * one balance for each currency and type (field guide 3.9). A sub-account whose part has not come yet is left out.
 */
export async function withPartsOfSubAccounts(
  { accounts }: Pick<AccountsContext, 'accounts'>,
  read: readonly KnownAccount[],
  parts: readonly AccountPart[],
): Promise<readonly KnownAccount[]> {
  const named = read.flatMap(({ details }) => details.subAccounts ?? []);
  if (named.length === 0 || parts.length === 0) return read;
  const projection = Object.fromEntries(['bankAccountId', ...parts].map((part) => [part, 1]));
  const found = await accounts.find<Parts>({ bankAccountId: { $in: named } }, { projection }).toArray();
  const byKey = new Map(found.map((account) => [account.bankAccountId, account]));
  return read.map((account) => {
    const subAccounts = account.details.subAccounts?.flatMap((key) => byKey.get(key) ?? []);
    return subAccounts === undefined ? account : { ...account, ...gather(subAccounts, parts) };
  });
}

function gather(subAccounts: readonly Parts[], parts: readonly AccountPart[]): Partial<Parts> {
  const gathered = parts.map((part) => {
    const fed = subAccounts.flatMap((account) => account[part] ?? []);
    const version = Math.max(0, ...fed.map((each) => each.version));
    return [part, { version, entries: fed.flatMap((each): object[] => each.entries) }] as const;
  });
  return Object.fromEntries(gathered);
}
