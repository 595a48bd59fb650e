import { revokeConsent } from '@xs2a/contracts';
import { readLogin, signedInPsuOf } from '../login/read-login.ts';
import { leaveNote } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { permissionPath } from '../visits/paths.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';

/** Revokes the consent at once. The page of the permission then shows the time. */
export async function withdrawPermission(visit: Visit, consentId: string): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const { psuId, corporateId } = signedIn.psu;
  const request = { psuId, consentId, ...(corporateId !== undefined && { corporateId }) };
  const { consentStatus } = await visit.context.bus.ask(revokeConsent, request);
  leaveNote(visit, { word: consentStatus === 'revokedByPsu' ? 'permissionWithdrawn' : 'permissionEndedBefore' });
  visit.response.redirect(303, permissionPath(consentId));
}
