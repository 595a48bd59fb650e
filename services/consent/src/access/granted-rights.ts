import {
  type AccessKind,
  type AccessRight,
  type Grant,
  type RequestInputOf,
  refersTo,
  type useConsent,
  Xs2aError,
} from '@xs2a/contracts';

/** Right required for each read of one account (decision 17). Lists show whatever is granted and require none. */
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
 * Returns the grants so that the first one that refers to an account has all rights on it. An IBAN granted without a currency
 * covers its sub-accounts too: a grant of one sub-account gets those rights as well, and precedes it.
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
 * Returns the rights on the account to read; none for a read of several accounts. Refuses an account or a right that is not
 * granted, and a read of all accounts with a right that none has.
 */
export function rightsToRead(
  grants: readonly Grant[],
  { kind, account, ofEveryAccount }: Pick<RequestInputOf<typeof useConsent>, 'kind' | 'account' | 'ofEveryAccount'>,
): AccessRight[] {
  const needed = NEEDED_RIGHT[kind];
  if (needed === undefined) return [];
  const isOfEvery = ofEveryAccount === true && account === undefined;
  if (isOfEvery && grants.some(({ rights }) => rights.includes(needed))) return [];
  const grant = account && grants.find((each) => refersTo(each.account, account.reference));
  if (grant === undefined && !isOfEvery) throw new Xs2aError('accountUnknown');
  if (grant === undefined || !grant.rights.includes(needed)) {
    const of = isOfEvery ? 'every account' : 'the account';
    throw new Xs2aError('consentLacksRight', {
      text: `the consent does not cover this: its access lacks ${needed} of ${of}`,
    });
  }
  return grant.rights;
}
