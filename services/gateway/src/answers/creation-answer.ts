import type { Links as LinkObjects, PermittedUse, StartedConsent } from '@xs2a/contracts';
import type { ScaStart } from '../links/authorisation-links.ts';
import type { Links } from '../links/links.ts';
import type { Call } from '../request/call.ts';
import { cutWarnings } from './cut-warnings.ts';
import { setNotificationHeaders } from './notification-headers.ts';
import { firstStepOf } from './sca-step.ts';
import { warningsOf } from './warnings.ts';

/** Sets the headers of an answer to a creation. The SCA approach is sent as soon as it is decided (decision 20). */
export function setCreationHeaders(call: Call, links: LinkObjects, { scaApproach }: ScaStart): void {
  if (links['self'] !== undefined) call.res?.setHeader('Location', links['self'].href);
  if (scaApproach !== undefined) call.res?.setHeader('ASPSP-SCA-Approach', scaApproach);
  setNotificationHeaders(call);
}

/** Returns the answer to the creation of a consent of either kind, with a warning for each value that the bank reduced. */
export function createdConsentAnswer(
  call: Call,
  links: Links,
  kind: 'consent' | 'fundsConsent',
  asked: PermittedUse,
  { consentId, consentStatus, permittedUse, ...start }: StartedConsent,
) {
  const created = links.ofCreation(kind, { consentId }, start);
  setCreationHeaders(call, created, start);
  const warnings = warningsOf(call, cutWarnings(asked, permittedUse));
  return { consentStatus, consentId, ...firstStepOf(start), ...warnings, _links: created };
}
