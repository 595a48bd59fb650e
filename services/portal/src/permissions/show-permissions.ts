import { listPsuConsents, type PsuConsent } from '@xs2a/contracts';
import { noticeOf } from '../forms/notice.ts';
import { readLogin, type SignedInPsu, signedInPsuOf } from '../login/read-login.ts';
import { showLogin } from '../login/show-login.ts';
import type { Permission } from '../rendering/pages.ts';
import { issueFormToken } from '../visits/issue-form-token.ts';
import { takeNote } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { PageError } from '../visits/page-error.ts';
import { FACTORS_PATH, PERMISSIONS_PATH } from '../visits/paths.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';
import { sendPage } from '../visits/send-page.ts';
import { describePermission } from './describe-permission.ts';

/** Shows the overview to a signed-in PSU, and to others the sign-in. */
export async function showPermissions(visit: Visit): Promise<void> {
  const view = await readLogin(visit);
  const signedIn = signedInPsuOf(view);
  if (signedIn === undefined) return showLogin(visit, view);
  const permissions = (await consentsOf(visit, signedIn)).map((consent) => describe(visit, signedIn, consent));
  sendPage(visit, {
    name: 'permissions',
    page: {
      ...commonParts(visit, signedIn),
      valid: permissions.filter(({ isValid }) => isValid),
      ended: permissions.filter(({ isValid }) => !isValid),
      ...(visit.context.profile.ownFactors.length > 0 && { factorsHref: FACTORS_PATH }),
    },
  });
}

/** Shows one permission with its history. The page does not tell another PSU's permission from an unknown one. */
export async function showPermission(visit: Visit, consentId: string): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const consent = (await consentsOf(visit, signedIn)).find((own) => own.consentId === consentId);
  if (consent === undefined) throw new PageError('notFound', 404);
  const page = { ...commonParts(visit, signedIn), ...describe(visit, signedIn, consent) };
  sendPage(visit, { name: 'permission', page });
}

async function consentsOf({ context }: Visit, { psu }: SignedInPsu): Promise<PsuConsent[]> {
  const { psuId, corporateId } = psu;
  const request = { psuId, ...(corporateId !== undefined && { corporateId }) };
  return (await context.bus.ask(listPsuConsents, request)).consents;
}

function describe({ visitor, context }: Visit, { accountNames }: SignedInPsu, consent: PsuConsent): Permission {
  const { timeZone } = context.profile;
  return describePermission(consent, { language: visitor.language, timeZone, accountNames });
}

/** The parts that all pages of a signed-in PSU have. */
function commonParts(visit: Visit, { psu }: SignedInPsu) {
  const notice = noticeOf({}, takeNote(visit), visit.visitor);
  return { psuName: psu.name, action: PERMISSIONS_PATH, token: issueFormToken(visit), ...(notice && { notice }) };
}
