import type { ScaProblem } from '@xs2a/contracts';
import type { Authorisation } from '../model/authorisation.ts';
import type { KnownPsu } from './known-psu.ts';
import { hasNoEligibleAccount, toRequestedContent } from './named-accounts.ts';
import { ownsConcernedAccounts } from './psu-accounts-in-content.ts';

type Approved = Pick<Authorisation, 'namedPsu' | 'namedCompany' | 'content' | 'psu' | 'signedBy'>;

/**
 * Returns the reason why this PSU cannot approve this content, although its credentials are right. `bankHasFactors`: the factors
 * are shown to the bank itself, and none of this service is needed.
 */
export function approvalObstacle(
  authorisation: Approved,
  psu: KnownPsu,
  psuId: string,
  bankHasFactors = false,
): ScaProblem | undefined {
  const obstacle = identityObstacle(authorisation, psu, psuId);
  // A PSU without any method fails the authorisation anyway. Its accounts do not matter.
  const failsAnyway = psu.scaMethods.length === 0 && !bankHasFactors;
  if (obstacle !== undefined || failsAnyway) return obstacle;
  return contentObstacle(authorisation, psu, psuId);
}

/** Obstacle for a PSU other than the one that may approve. */
function identityObstacle(
  { namedPsu, namedCompany, psu: signedIn }: Approved,
  psu: KnownPsu,
  psuId: string,
): ScaProblem | undefined {
  if ([namedPsu, signedIn].some((expected) => expected !== undefined && expected.psuId !== psuId))
    return 'otherPsuExpected';
  return namedCompany !== undefined && psu.corporateId !== namedCompany ? 'otherCompanyExpected' : undefined;
}

/** Obstacle for a PSU without rights to the content, or that has already approved it. */
export function contentObstacle({ content, signedBy }: Approved, psu: KnownPsu, psuId: string): ScaProblem | undefined {
  const requested = toRequestedContent(content);
  if (hasNoEligibleAccount(requested, psu.accounts)) return 'accountsNotOfPsu';
  if (!ownsConcernedAccounts(requested, psu)) return 'accountsNotOfPsu';
  return signedBy.includes(psuId) ? 'signedAlready' : undefined;
}
