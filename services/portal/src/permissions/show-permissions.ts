import { listPsuConsents, type PsuConsent, type ReplyOf } from '@xs2a/contracts';
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
import { describeAccesses } from './describe-accesses.ts';
import { describePermission } from './describe-permission.ts';
import { pageOf, readPosition } from './overview-page.ts';
import { permissionsFile } from './permissions-file.ts';

/** Shows the overview to a signed-in PSU, and to others the sign-in. */
export async function showPermissions(visit: Visit): Promise<void> {
  const view = await readLogin(visit);
  const signedIn = signedInPsuOf(view);
  if (signedIn === undefined) return showLogin(visit, view);
  const { consents, moreEnded } = await readConsents(visit, signedIn);
  const permissions = consents.map((consent) => describe(visit, signedIn, consent));
  const position = readPosition(visit.request.query);
  sendPage(visit, {
    name: 'permissions',
    page: {
      ...commonParts(visit, signedIn),
      search: position.search,
      mayBeSearched: permissions.length > 0,
      valid: pageOf(
        permissions.filter(({ isValid }) => isValid),
        position,
        'valid',
      ),
      ended: pageOf(
        permissions.filter(({ isValid }) => !isValid),
        position,
        'ended',
      ),
      ...(moreEnded && { moreEnded }),
      endedUnfolded: position.search !== '' || position.ended > 1,
      ...(visit.context.profile.ownFactors.length > 0 && { factorsHref: FACTORS_PATH }),
    },
  });
}

/** All permissions as a file for a program for tables. */
export async function sendPermissionsFile(visit: Visit): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const { response, visitor } = visit;
  const content = permissionsFile(await permissionsOf(visit, signedIn), visitor.words);
  response.attachment(`${visitor.words.permissions.fileName}.csv`).type('text/csv; charset=utf-8').send(content);
}

/** Asks once before a withdrawal. Of what has ended already nothing is asked. */
export async function showWithdrawal(visit: Visit, consentId: string): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const { consents } = await readConsents(visit, signedIn);
  const consent = consents.find((own) => own.consentId === consentId);
  if (consent === undefined) throw new PageError('notFound', 404);
  const permission = describe(visit, signedIn, consent);
  if (!permission.isValid) return visit.response.redirect(303, permission.path);
  sendPage(visit, { name: 'withdrawal', page: { ...commonParts(visit, signedIn), ...permission } });
}

/** Shows one permission with its history. The page does not tell another PSU's permission from an unknown one. */
export async function showPermission(visit: Visit, consentId: string): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const { consents, accesses = [] } = await readConsents(visit, signedIn, consentId);
  const consent = consents.find((own) => own.consentId === consentId);
  if (consent === undefined) throw new PageError('notFound', 404);
  const page = {
    ...commonParts(visit, signedIn),
    ...describe(visit, signedIn, consent),
    // Questions about funds read nothing, and are not listed.
    ...(consent.kind === 'consent' && { accesses: describeAccesses(accesses, visit.visitor.language) }),
  };
  sendPage(visit, { name: 'permission', page });
}

async function permissionsOf(visit: Visit, signedIn: SignedInPsu): Promise<Permission[]> {
  const { consents } = await readConsents(visit, signedIn);
  return consents.map((consent) => describe(visit, signedIn, consent));
}

function readConsents(
  { context }: Visit,
  { psu }: SignedInPsu,
  accessesOf?: string,
): Promise<ReplyOf<typeof listPsuConsents>> {
  const { psuId, corporateId } = psu;
  const wanted = { ...(corporateId !== undefined && { corporateId }), ...(accessesOf !== undefined && { accessesOf }) };
  return context.bus.ask(listPsuConsents, { psuId, ...wanted });
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
