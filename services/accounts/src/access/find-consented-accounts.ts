import {
  type AccessRight,
  type listAccounts,
  type QuotaReply,
  type RequestInputOf,
  type RequestOf,
  refersTo,
  useConsent,
} from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { type AccountDetails, type AccountPart, type KnownAccount, referenceForGrants } from '../model/account.ts';
import { mayReadOwnerName } from './owner-name.ts';
import { withSubAccountParts } from './sub-account-parts.ts';

/** An account and all rights that the consent gives on it. */
export interface ListedAccount {
  readonly account: KnownAccount;
  readonly rights: readonly AccessRight[];
  /** Whether the response may contain the owner's name. */
  readonly mayReadOwnerName: boolean;
}

/** Kinds of list reads. Payment accounts and card accounts are two lists, counted separately. */
const LISTS = { account: { kind: 'list' }, card: { kind: 'cardList' } } as const;

/**
 * Asks consent for a list, and returns the PSU's accounts that it grants, in the bank's order (Implementation Guidelines, Read
 * Account List).
 */
export async function findConsentedAccounts(
  context: AccountsContext,
  { tpp, consentId, psuPresent, withBalance }: RequestOf<typeof listAccounts>,
  resource: AccountDetails['kind'],
  list: Pick<RequestInputOf<typeof useConsent>, 'kind' | 'ofEveryAccount'> = LISTS[resource],
): Promise<QuotaReply & { consented: ListedAccount[] }> {
  const { psuId, grants, accessQuota } = await context.bus.ask(useConsent, { tpp, consentId, psuPresent, ...list });
  const showsBalances = grants.some(({ rights }) => rights.includes('balancesInList'));
  const parts: AccountPart[] = withBalance || showsBalances ? ['balances'] : [];
  const owned = await context.accounts
    .find<KnownAccount>(
      { 'details.owners': psuId, 'details.kind': resource },
      {
        projection: Object.fromEntries(['bankAccountId', 'details', ...parts].map((part) => [part, 1])),
        sort: { bankAccountId: 1 },
      },
    )
    .toArray();
  const whole = await withSubAccountParts(context, owned, parts);
  const consented = whole.flatMap((account) => {
    const reference = referenceForGrants(account.details);
    const grant = grants.find((each) => refersTo(each.account, reference));
    if (grant === undefined) return [];
    return [{ account, rights: grant.rights, mayReadOwnerName: mayReadOwnerName(context, account, grants) }];
  });
  return { consented, ...(accessQuota && { accessQuota }) };
}
