import type { ConsentStatus, Links as LinkObjects, StartedAuthorisation, StartedConsent } from '@xs2a/contracts';
import type { Call } from './call.ts';
import type { Links } from './links.ts';

/** Headers of a creation (field guide 4). The approach is told as soon as it is fixed. */
export function announceCreated(call: Call, links: LinkObjects, authorisation: StartedAuthorisation | undefined): void {
  if (links['self'] !== undefined) call.res?.setHeader('Location', links['self'].href);
  if (authorisation !== undefined) call.res?.setHeader('ASPSP-SCA-Approach', authorisation.scaApproach);
}

/** The answer to a creation of a consent, of whichever kind (interface 4.2). */
export function answerCreatedConsent(
  call: Call,
  links: Links,
  kind: 'consent' | 'fundsConsent',
  { consentId, consentStatus, authorisation }: StartedConsent,
): { consentStatus: ConsentStatus; consentId: string; _links: LinkObjects } {
  const created = links.ofCreation(kind, { consentId }, authorisation);
  announceCreated(call, created, authorisation);
  return { consentStatus, consentId, _links: created };
}
