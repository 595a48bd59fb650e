import {
  type AccessRight,
  type Grant,
  type listAccounts,
  type QuotaReply,
  type RequestOf,
  refersTo,
  useConsent,
} from '@xs2a/contracts';
import type { AccountsContext } from '../context.ts';
import { type AccountDetails, type AccountPart, fullReference, type KnownAccount } from '../model/account.ts';
import { withPartsOfSubAccounts } from './sub-account-parts.ts';

/** An account and all rights that the consent gives on it. */
interface ConsentedAccount {
  readonly account: KnownAccount;
  readonly rights: readonly AccessRight[];
}

/**
 * The accounts of a kind that the consent covers, in the bank's own order (interface 4.3 rule 4). Payment accounts and
 * cards are two lists and are counted apart.
 */
export async function findConsentedAccounts(
  context: AccountsContext,
  { tpp, consentId, psuPresent, withBalance }: RequestOf<typeof listAccounts>,
  resource: AccountDetails['kind'],
): Promise<QuotaReply & { consented: ConsentedAccount[] }> {
  const kind = resource === 'card' ? 'cardList' : 'list';
  const { psuId, grants, accessQuota } = await context.bus.ask(useConsent, { tpp, consentId, psuPresent, kind });
  const inList = grants.some(({ rights }) => rights.includes('balancesInList'));
  const parts: AccountPart[] = withBalance || inList ? ['balances'] : [];
  const owned = await context.accounts
    .find<KnownAccount>(
      { 'details.owners': psuId, 'details.kind': resource },
      {
        projection: Object.fromEntries(['bankAccountId', 'details', ...parts].map((part) => [part, 1])),
        sort: { bankAccountId: 1 },
      },
    )
    .toArray();
  const covered = owned.filter((account) => rightsOn(account, grants) !== undefined);
  const whole = await withPartsOfSubAccounts(context, covered, parts);
  const consented = whole.map((account) => ({ account, rights: rightsOn(account, grants) ?? [] }));
  return { consented, ...(accessQuota && { accessQuota }) };
}

/** All rights that the grants give on an account; undefined when none means it. */
function rightsOn(account: KnownAccount, grants: readonly Grant[]): AccessRight[] | undefined {
  const reference = fullReference(account.details);
  const covering = grants.filter((grant) => refersTo(grant.account, reference));
  return covering.length === 0 ? undefined : covering.flatMap(({ rights }) => rights);
}
