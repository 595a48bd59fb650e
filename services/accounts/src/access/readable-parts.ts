import type { AccessRight, Balance } from '@xs2a/contracts';
import type { KnownAccount } from '../model/account.ts';

interface ReadableParts {
  readonly balances?: readonly Balance[];
  readonly mayReadBalances: boolean;
  readonly mayReadTransactions: boolean;
}

/**
 * Applies the rights on an account. Balances are shown with it where they were asked for and granted, and in every list
 * whose consent grants them there. Balances that are not granted are left out without a refusal (decision 19).
 */
export function readableParts(
  account: KnownAccount,
  rights: readonly AccessRight[],
  { withBalance }: { readonly withBalance: boolean },
): ReadableParts {
  const mayReadBalances = rights.includes('balances');
  const isShown = rights.includes('balancesInList') || (withBalance && mayReadBalances);
  return {
    ...(isShown && { balances: account.balances?.entries ?? [] }),
    mayReadBalances,
    mayReadTransactions: rights.includes('transactions'),
  };
}
