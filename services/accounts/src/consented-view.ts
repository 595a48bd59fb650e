import type { AccessRight, AccountWithRights } from '@xs2a/contracts';
import { accountView, type KnownAccount } from './account.ts';

/**
 * An account as the consent lets it be seen. Balances come with it when they were asked for and granted; asked for and
 * not granted, they are left out without a refusal (field guide 7.6).
 */
export function consentedView(
  account: KnownAccount,
  rights: readonly AccessRight[],
  { withBalance }: { withBalance: boolean },
): AccountWithRights {
  const mayReadBalances = rights.includes('balances');
  const inList = rights.includes('balancesInList');
  const balances = inList || (withBalance && mayReadBalances) ? (account.balances?.entries ?? []) : undefined;
  return {
    account: accountView(account, balances),
    mayReadBalances,
    mayReadTransactions: rights.includes('transactions'),
  };
}
