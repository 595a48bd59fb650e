import { type ReplyOf, readPsuConsent } from '@xs2a/contracts';
import { readLogin, type SignedInPsu, signedInPsuOf } from '../login/read-login.ts';
import { showLogin } from '../login/show-login.ts';
import type { Permission } from '../rendering/permission.ts';
import type { Visit } from '../visits/open-visit.ts';
import { isErrorCase, PageError } from '../visits/page-error.ts';
import { FACTORS_PATH } from '../visits/paths.ts';
import { redirectToPage } from '../visits/redirect-to-page.ts';
import { sendPage } from '../visits/send-page.ts';
import { describeAccesses } from './describe-accesses.ts';
import { describePermission } from './describe-permission.ts';
import { readPosition } from './overview-page.ts';
import { readPermissionLists, readStandingOrderLists } from './read-lists.ts';
import { signedInParts } from './signed-in-parts.ts';

/** Shows the overview to a signed-in PSU, otherwise the sign-in. */
export async function showPermissions(visit: Visit): Promise<void> {
  const view = await readLogin(visit);
  const signedIn = signedInPsuOf(view);
  if (signedIn === undefined) return showLogin(visit, view);
  const position = readPosition(visit.request.query);
  const [lists, orderLists] = await Promise.all([
    readPermissionLists(visit, signedIn, position),
    readStandingOrderLists(visit, signedIn, position),
  ]);
  const { orders } = orderLists;
  const shown = [lists.valid, lists.ended, ...(orders ? [orders.active, orders.ended] : [])];
  sendPage(visit, {
    name: 'permissions',
    page: {
      ...signedInParts(visit, signedIn),
      search: position.search,
      mayBeSearched: position.search !== '' || shown.some(({ count }) => count > 0),
      ...lists,
      ...orderLists,
      ...(visit.context.profile.ownFactors.length > 0 && { factorsHref: FACTORS_PATH }),
    },
  });
}

/** Asks for confirmation before a withdrawal, except for an ended permission. */
export async function showWithdrawal(visit: Visit, consentId: string): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const { consent } = await read(visit, signedIn, consentId);
  const permission = describe(visit, signedIn, consent);
  if (permission.withdrawal === undefined) return visit.response.redirect(303, permission.path);
  sendPage(visit, { name: 'withdrawal', page: { ...signedInParts(visit, signedIn), ...permission } });
}

/** Shows one permission with its history. */
export async function showPermission(visit: Visit, consentId: string): Promise<void> {
  const signedIn = signedInPsuOf(await readLogin(visit));
  if (signedIn === undefined) return redirectToPage(visit);
  const { consent, accesses } = await read(visit, signedIn, consentId);
  const page = {
    ...signedInParts(visit, signedIn),
    ...describe(visit, signedIn, consent),
    // Consents to confirm funds have no reads, and so no list of them.
    ...(accesses && { accesses: describeAccesses(accesses, visit.visitor.language) }),
  };
  sendPage(visit, { name: 'permission', page });
}

/** Another PSU's permission is shown as unknown. */
async function read(
  { context }: Visit,
  { psu }: SignedInPsu,
  consentId: string,
): Promise<ReplyOf<typeof readPsuConsent>> {
  const { psuId, corporateId } = psu;
  try {
    return await context.bus.ask(readPsuConsent, {
      psuId,
      consentId,
      ...(corporateId !== undefined && { corporateId }),
    });
  } catch (error) {
    if (isErrorCase(error, 'resourceUnknown')) throw new PageError('notFound', 404);
    throw error;
  }
}

function describe(
  { visitor, context }: Visit,
  { accountNames }: SignedInPsu,
  consent: ReplyOf<typeof readPsuConsent>['consent'],
): Permission {
  const { timeZone } = context.profile;
  return describePermission(consent, { language: visitor.language, timeZone, accountNames });
}
