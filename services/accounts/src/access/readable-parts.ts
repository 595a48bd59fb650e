import type { AccessRight, Balance } from '@xs2a/contracts';
import type { KnownAccount } from '../model/account.ts';

interface ConsentedParts {
  readonly balances?: readonly Balance[];
  readonly mayReadBalances: boolean;
  readonly mayReadTransactions: boolean;
}

/**
 * What the consent lets be seen of an account beside its details. Balances come with it when they were asked for and
 * granted; asked for and not granted, they are left out without a refusal (field guide 7.6).
 */
export function consentedParts(
  account: KnownAccount,
  rights: readonly AccessRight[],
  { withBalance }: { withBalance: boolean },
): ConsentedParts {
  const mayReadBalances = rights.includes('balances');
  return {
    ...((rights.includes('balancesInList') || (withBalance && mayReadBalances)) && {
      balances: account.balances?.entries ?? [],
    }),
    mayReadBalances,
    mayReadTransactions: rights.includes('transactions'),
  };
}
