import type { Links as LinkObjects, StartedConsent } from '@xs2a/contracts';
import { stepOf } from './authorisation-answers.ts';
import type { ScaStart } from './authorisation-links.ts';
import type { Call } from './call.ts';
import { announceNotification } from './checks/notification.ts';
import type { Links } from './links.ts';
import { warningsOf } from './warnings.ts';

/** Headers of a creation (decision 20). The approach is told as soon as it is fixed. */
export function announceCreated(call: Call, links: LinkObjects, { scaApproach }: ScaStart): void {
  if (links['self'] !== undefined) call.res?.setHeader('Location', links['self'].href);
  if (scaApproach !== undefined) call.res?.setHeader('ASPSP-SCA-Approach', scaApproach);
  announceNotification(call);
}

/** The first step of an authorisation that was started with its resource, where it leads through the TPP. */
export function firstStepOf({ authorisation }: ScaStart) {
  return authorisation === undefined || authorisation.scaApproach === 'REDIRECT' ? {} : stepOf(authorisation);
}

/** The answer to a creation of a consent, of either kind. */
export function answerCreatedConsent(
  call: Call,
  links: Links,
  kind: 'consent' | 'fundsConsent',
  { consentId, consentStatus, ...start }: StartedConsent,
) {
  const created = links.ofCreation(kind, { consentId }, start);
  announceCreated(call, created, start);
  return { consentStatus, consentId, ...firstStepOf(start), ...warningsOf(call), _links: created };
}
