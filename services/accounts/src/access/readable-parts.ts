import type { AccessRight, Balance } from '@xs2a/contracts';
import type { KnownAccount } from '../model/account.ts';

/** Parts of an account in a response, beyond its identification. */
export interface ShownParts {
  readonly balances?: readonly Balance[];
  readonly mayReadDetails: boolean;
  readonly mayReadOwnerName: boolean;
}

/** An account, and the parts that its consent permits reading. */
interface Readable {
  readonly account: KnownAccount;
  readonly rights: readonly AccessRight[];
  readonly mayReadOwnerName: boolean;
}

interface ReadableParts {
  readonly shown: ShownParts;
  /** Decides which links are shown. */
  readonly may: {
    readonly mayReadBalances: boolean;
    readonly mayReadTransactions: boolean;
    readonly mayReadTrustedBeneficiaries?: true;
  };
}

/**
 * Applies the rights on an account. Balances are shown with it if they were requested and granted, and in every list whose
 * consent grants them there. Balances that are not granted are left out without a refusal (decision 19).
 */
export function readableParts(
  { account, rights, mayReadOwnerName }: Readable,
  { withBalance }: { readonly withBalance: boolean },
): ReadableParts {
  const mayReadBalances = rights.includes('balances');
  const isShown = rights.includes('balancesInList') || (withBalance && mayReadBalances);
  return {
    shown: {
      ...(isShown && { balances: account.balances?.entries ?? [] }),
      mayReadDetails: rights.includes('accounts'),
      mayReadOwnerName,
    },
    may: {
      mayReadBalances,
      mayReadTransactions: rights.includes('transactions'),
      ...(rights.includes('trustedBeneficiaries') && { mayReadTrustedBeneficiaries: true }),
    },
  };
}
