import type { AccountsContext } from '../context.ts';
import type { Account, AccountPart, KnownAccount } from '../model/account.ts';

type Parts = Pick<Account, 'bankAccountId' | AccountPart>;

/**
 * Adds the parts of sub-accounts to aggregated accounts, in the order in which the bank lists the sub-accounts: one balance for
 * each currency and type (Implementation Guidelines, Balance). A sub-account whose part has not arrived yet is left out.
 */
export async function withSubAccountParts(
  { accounts }: Pick<AccountsContext, 'accounts'>,
  read: readonly KnownAccount[],
  parts: readonly AccountPart[],
): Promise<readonly KnownAccount[]> {
  const named = read.flatMap(({ details }) => details.subAccounts ?? []);
  if (named.length === 0 || parts.length === 0) return read;
  const projection = Object.fromEntries(['bankAccountId', ...parts].map((part) => [part, 1]));
  const found = await accounts.find<Parts>({ bankAccountId: { $in: named } }, { projection }).toArray();
  const byId = new Map(found.map((account) => [account.bankAccountId, account]));
  return read.map((account) => {
    const subAccounts = account.details.subAccounts?.flatMap((id) => byId.get(id) ?? []);
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
