import {
  type AccessKind,
  type AccessRight,
  type AccountReference,
  type Grant,
  refersTo,
  Xs2aError,
} from '@xs2a/contracts';

/** The right that each read of one account needs (decision 17). Lists show whatever is granted and need none. */
const NEEDED_RIGHT: Record<AccessKind, AccessRight | undefined> = {
  list: undefined,
  cardList: undefined,
  details: 'accounts',
  balances: 'balances',
  transactions: 'transactions',
  transactionDetails: 'transactions',
  trustedBeneficiaries: 'trustedBeneficiaries',
};

/**
 * The grants so that the first one that refers to an account holds every right on it. An IBAN granted without a
 * currency covers its sub-accounts too: a grant of one sub-account gets those rights as well, and stands before it.
 */
export function effectiveGrants(grants: readonly Grant[]): Grant[] {
  return grants
    .map(({ account }) => {
      const covering = grants.filter((grant) => refersTo(grant.account, account));
      const rights = [...new Set(covering.flatMap((grant) => grant.rights))];
      return { account, rights, ...(covering.some(({ ownerName }) => ownerName) && { ownerName: true as const }) };
    })
    .toSorted(
      (one, other) => Number(other.account.currency !== undefined) - Number(one.account.currency !== undefined),
    );
}

/**
 * The rights on the account that is read; none where a list is read. Refuses an account or a right that is not granted.
 */
export function rightsToRead(
  grants: readonly Grant[],
  kind: AccessKind,
  account: AccountReference | undefined,
): AccessRight[] {
  const needed = NEEDED_RIGHT[kind];
  if (needed === undefined) return [];
  const grant = account && grants.find((each) => refersTo(each.account, account));
  if (grant === undefined) throw new Xs2aError('accountUnknown');
  if (!grant.rights.includes(needed)) {
    throw new Xs2aError('consentLacksRight', {
      text: `the consent does not cover this: its access lacks ${needed} of the account`,
    });
  }
  return grant.rights;
}
