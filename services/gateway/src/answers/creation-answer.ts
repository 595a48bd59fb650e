import type { Links as LinkObjects, StartedConsent } from '@xs2a/contracts';
import type { ScaStart } from '../links/authorisation-links.ts';
import type { Links } from '../links/links.ts';
import type { Call } from '../request/call.ts';
import { setNotificationHeaders } from './notification-headers.ts';
import { firstStepOf } from './sca-step.ts';
import { warningsOf } from './warnings.ts';

/** The headers of the answer to a creation. The SCA approach is sent as soon as it is decided (decision 20). */
export function setCreationHeaders(call: Call, links: LinkObjects, { scaApproach }: ScaStart): void {
  if (links['self'] !== undefined) call.res?.setHeader('Location', links['self'].href);
  if (scaApproach !== undefined) call.res?.setHeader('ASPSP-SCA-Approach', scaApproach);
  setNotificationHeaders(call);
}

/** The answer to the creation of a consent of either kind. */
export function createdConsentAnswer(
  call: Call,
  links: Links,
  kind: 'consent' | 'fundsConsent',
  { consentId, consentStatus, ...start }: StartedConsent,
) {
  const created = links.ofCreation(kind, { consentId }, start);
  setCreationHeaders(call, created, start);
  return { consentStatus, consentId, ...firstStepOf(start), ...warningsOf(call), _links: created };
}
