import {
  type AccessRight,
  type AccountWithRights,
  type Grant,
  type listAccounts as operation,
  type ReplyOf,
  type RequestOf,
  refersTo,
  useConsent,
} from '@xs2a/contracts';
import { fullReference, type KnownAccount } from './account.ts';
import { consentedView } from './consented-view.ts';
import type { AccountsRoom } from './room.ts';

/** The payment accounts that the consent covers, in the bank's own order (interface 4.3 rule 4). */
export async function listAccounts(
  room: AccountsRoom,
  { tpp, consentId, psuPresent, withBalance }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const { psuId, grants } = await room.bus.ask(useConsent, { tpp, consentId, psuPresent, kind: 'list' });
  const inList = grants.some(({ rights }) => rights.includes('balancesInList'));
  const owned = await room.accounts
    .find<KnownAccount>(
      { 'details.owners': psuId, 'details.kind': 'account' },
      { projection: { details: 1, ...((withBalance || inList) && { balances: 1 }) }, sort: { bankAccountId: 1 } },
    )
    .toArray();
  const accounts = owned.flatMap((account): AccountWithRights[] => {
    const rights = rightsOn(account, grants);
    return rights === undefined ? [] : [consentedView(account, rights, { withBalance })];
  });
  return { accounts };
}

/** All rights that the grants give on an account; undefined when none means it. */
function rightsOn(account: KnownAccount, grants: readonly Grant[]): AccessRight[] | undefined {
  const reference = fullReference(account.details);
  const covering = grants.filter((grant) => refersTo(grant.account, reference));
  return covering.length === 0 ? undefined : covering.flatMap(({ rights }) => rights);
}
