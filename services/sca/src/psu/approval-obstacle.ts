import type { ScaProblem } from '@xs2a/contracts';
import type { Authorisation } from '../model/authorisation.ts';
import { ownsConcernedAccounts } from './concerned-accounts.ts';
import type { KnownPsu } from './known-psu.ts';
import { withoutNamedAccounts } from './named-accounts.ts';

/** Why this PSU cannot approve this content, although its credentials are right. */
export function approvalObstacle(
  {
    namedPsu,
    namedCompany,
    content,
    psu: signedIn,
    signedBy,
  }: Pick<Authorisation, 'namedPsu' | 'namedCompany' | 'content' | 'psu' | 'signedBy'>,
  psu: KnownPsu,
  psuId: string,
): ScaProblem | undefined {
  if ([namedPsu, signedIn].some((expected) => expected !== undefined && expected.psuId !== psuId))
    return 'otherPsuExpected';
  if (namedCompany !== undefined && psu.corporateId !== namedCompany) return 'otherCompanyExpected';
  // A PSU without any method fails the authorisation anyway. Its accounts do not matter.
  if (psu.scaMethods.length === 0) return undefined;
  const requested = withoutNamedAccounts(content);
  if (requested.kind === 'consent' && requested.model !== 'detailed' && psu.accounts.length === 0)
    return 'accountsNotOfPsu';
  if (!ownsConcernedAccounts(requested, psu)) return 'accountsNotOfPsu';
  return signedBy.includes(psuId) ? 'signedAlready' : undefined;
}
