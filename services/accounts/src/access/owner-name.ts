import { type AspspProfile, type Grant, refersTo } from '@xs2a/contracts';
import { type KnownAccount, referenceForGrants } from '../model/account.ts';

/**
 * Whether a response may contain the name of an account's owner: if the PSU approved that, or for every TPP that may read the
 * account, depending on the profile (docs/decisions/0055-account-data.md). `grants` are complete: the first one that refers to
 * the account decides.
 */
export function mayReadOwnerName(
  { profile }: { readonly profile: Pick<AspspProfile, 'ownerNames'> },
  { details }: Pick<KnownAccount, 'details'>,
  grants: readonly Grant[],
): boolean {
  if (profile.ownerNames !== 'consented') return profile.ownerNames === 'always';
  const reference = referenceForGrants(details);
  return grants.find(({ account }) => refersTo(account, reference))?.ownerName === true;
}
