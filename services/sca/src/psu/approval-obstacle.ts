import {
  type AccountReference,
  accountsConcerned,
  type PsuAccount,
  refersTo,
  type ScaContent,
  type ScaProblem,
} from '@xs2a/contracts';
import type { Authorisation } from '../model/authorisation.ts';
import { withoutNamedAccounts } from './named-accounts.ts';
import type { KnownPsu } from './verify-credentials.ts';

/** Why this PSU, though it is who it says, cannot approve this content. */
export function obstacle(
  { namedPsu, namedCompany, content, psu: signedIn, signedBy }: Authorisation,
  psu: KnownPsu,
  psuId: string,
): ScaProblem | undefined {
  if ([namedPsu, signedIn].some((expected) => expected !== undefined && expected.psuId !== psuId))
    return 'otherPsuExpected';
  if (namedCompany !== undefined && psu.corporateId !== namedCompany) return 'otherCompanyExpected';
  // Whatever the accounts: without any method the authorisation fails, and there is nothing to put right before that.
  if (psu.scaMethods.length === 0) return undefined;
  const requested = withoutNamedAccounts(content);
  if (requested.kind === 'consent' && requested.model !== 'detailed' && psu.accounts.length === 0)
    return 'accountsNotOfPsu';
  const concerned = accountsConcerned(requested).map((reference) =>
    psu.accounts.find((account) => covers(reference, account)),
  );
  if (concerned.includes(undefined)) return 'accountsNotOfPsu';
  return signedBy.includes(psuId) ? 'signedAlready' : undefined;
}

/** The accounts of the PSU that the content concerns. */
export function concernedAccounts(content: ScaContent, { accounts }: KnownPsu): PsuAccount[] {
  return accountsConcerned(content).flatMap((reference) => accounts.filter((account) => covers(reference, account)));
}

function covers(reference: AccountReference, account: PsuAccount): boolean {
  return refersTo(reference, { ...account.reference, currency: account.currency });
}
