import type { Links as LinkObjects, StartedAuthorisation } from '@xs2a/contracts';
import type { Call } from './call.ts';

/** Headers of a creation (field guide 4). The approach is told as soon as it is fixed. */
export function announceCreated(call: Call, links: LinkObjects, authorisation: StartedAuthorisation | undefined): void {
  if (links['self'] !== undefined) call.res?.setHeader('Location', links['self'].href);
  if (authorisation !== undefined) call.res?.setHeader('ASPSP-SCA-Approach', authorisation.scaApproach);
}
