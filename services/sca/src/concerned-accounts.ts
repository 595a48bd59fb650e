import { type AccountReference, type PsuAccount, refersTo, type ScaContent, type ScaProblem } from '@xs2a/contracts';
import type { Authorisation } from './authorisation.ts';
import type { KnownPsu } from './judge-credentials.ts';
import { withoutNamedAccounts } from './name-accounts.ts';

/** Why this PSU, though it is who it says, cannot approve this content. */
export function obstacle(
  { namedPsu, content, psu: signedIn, signedBy }: Authorisation,
  psu: KnownPsu,
  psuId: string,
): ScaProblem | undefined {
  if ([namedPsu, signedIn].some((expected) => expected !== undefined && expected.psuId !== psuId))
    return 'otherPsuExpected';
  const requested = withoutNamedAccounts(content);
  if (requested.kind === 'consent' && requested.model !== 'detailed' && psu.accounts.length === 0)
    return 'accountsNotOfPsu';
  const concerned = accountsOf(requested).map((reference) =>
    psu.accounts.find((account) => covers(reference, account)),
  );
  if (concerned.includes(undefined)) return 'accountsNotOfPsu';
  return signedBy.includes(psuId) ? 'signedAlready' : undefined;
}

/** The accounts of the PSU that the content concerns. */
export function concernedAccounts(content: ScaContent, { accounts }: KnownPsu): PsuAccount[] {
  return accountsOf(content).flatMap((reference) => accounts.filter((account) => covers(reference, account)));
}

function accountsOf(content: ScaContent): AccountReference[] {
  switch (content.kind) {
    case 'consent':
      return content.grants.map(({ account }) => account);
    case 'fundsConsent':
      return content.accounts;
    case 'payment':
    case 'periodicPayment':
      return [content.debtorAccount];
    case 'bulkPayment':
      return content.debtorAccounts;
    case 'cancellation':
      return accountsOf(content.payment);
    case 'basket':
      return content.members.flatMap(accountsOf);
  }
}

function covers(reference: AccountReference, account: PsuAccount): boolean {
  return refersTo(reference, { ...account.reference, currency: account.currency });
}
