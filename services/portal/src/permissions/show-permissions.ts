import { type LoginView, listPsuConsents, type PsuConsent, readLogin } from '@xs2a/contracts';
import { challengeOf, methodsOf, noticeOf, type Page } from '../approval/page-of-view.ts';
import { isRefusal, readSaid, toStep, visitToken } from '../approval/show-step.ts';
import { allowOwnScript } from '../http/allow-own-script.ts';
import { renderPage } from '../rendering/render-page.ts';
import type { Note } from '../visits/note.ts';
import type { Visit } from '../visits/open-visit.ts';
import { PageTrouble } from '../visits/page-error.ts';
import { FACTORS_PATH, PERMISSIONS_PATH, withQuery } from '../visits/paths.ts';
import { describePermission, type Permission, permissionPath } from './describe-permission.ts';

/** A PSU who has shown both factors. */
export interface SignedIn {
  readonly psu: NonNullable<LoginView['psu']>;
  readonly accountNames: Record<string, string>;
}

/** The overview for who is signed in; else the step of signing in that is due. */
export async function showPermissions(visit: Visit): Promise<void> {
  const view = await readView(visit);
  const signedIn = signedInOf(view);
  if (signedIn === undefined) return showSignIn(visit, view);
  const permissions = (await consentsOf(visit, signedIn)).map((consent) => describe(visit, signedIn, consent));
  send(visit, {
    name: 'permissions',
    page: {
      ...framed(visit, signedIn),
      valid: permissions.filter(({ isValid }) => isValid),
      ended: permissions.filter(({ isValid }) => !isValid),
      ...(visit.room.profile.ownFactors.length > 0 && { factorsHref: FACTORS_PATH }),
    },
  });
}

/** One permission with its history. Of another PSU and unknown are one page. */
export async function showPermission(visit: Visit, consentId: string): Promise<void> {
  const signedIn = await whoIsSignedIn(visit);
  if (signedIn === undefined) return toStep(visit);
  const consent = (await consentsOf(visit, signedIn)).find((own) => own.consentId === consentId);
  if (consent === undefined) throw new PageTrouble('notFound', 404);
  send(visit, { name: 'permission', page: { ...framed(visit, signedIn), ...describe(visit, signedIn, consent) } });
}

/** Undefined while a step of signing in is due, and when the session is over. */
export async function whoIsSignedIn(visit: Visit): Promise<SignedIn | undefined> {
  return signedInOf(await readView(visit));
}

export function toPermission({ response }: Visit, consentId: string): void {
  response.redirect(303, permissionPath(consentId));
}

async function readView({ room, session }: Visit): Promise<LoginView | undefined> {
  if (session === undefined) return undefined;
  try {
    return (await room.bus.ask(readLogin, { session })).view;
  } catch (error) {
    if (isRefusal(error, 'scaSessionOver')) return undefined;
    throw error;
  }
}

function signedInOf(view: LoginView | undefined): SignedIn | undefined {
  if (view?.step !== 'result' || view.psu === undefined) return undefined;
  return { psu: view.psu, accountNames: view.accountNames ?? {} };
}

async function consentsOf({ room }: Visit, { psu }: SignedIn): Promise<PsuConsent[]> {
  const { psuId, corporateId } = psu;
  const request = { psuId, ...(corporateId !== undefined && { corporateId }) };
  return (await room.bus.ask(listPsuConsents, request)).consents;
}

function describe({ visitor, room }: Visit, { accountNames }: SignedIn, consent: PsuConsent): Permission {
  const { timeZone } = room.profile;
  return describePermission(consent, { language: visitor.language, timeZone, accountNames });
}

/** What stands on each page of who is signed in. */
function framed(visit: Visit, { psu }: SignedIn) {
  const notice = noticeOf({}, readSaid(visit), visit.visitor);
  return { psuName: psu.name, action: PERMISSIONS_PATH, token: visitToken(visit), ...(notice && { notice }) };
}

function showSignIn(visit: Visit, view: LoginView | undefined): void {
  const over: Note | undefined = visit.session === undefined ? undefined : { word: 'sessionOver' };
  const said = readSaid(visit);
  if (view === undefined) {
    // A session that is over gives way to a visit of its own.
    const { cookie: _old, session: _over, ...anew } = visit;
    return send(visit, pageOfLogin(visit, visitToken(over === undefined ? visit : anew), view, said ?? over));
  }
  send(visit, pageOfLogin(visit, visitToken(visit), view, said));
}

function pageOfLogin(visit: Visit, token: string, view: LoginView | undefined, said: Note | undefined): Page {
  const { visitor } = visit;
  const notice = noticeOf({}, said, visitor);
  const { proof: says, permissionsLead: lead } = visitor.words.signIn;
  const form = { says, lead, action: PERMISSIONS_PATH, token, ...(notice && { notice }) };
  if (view === undefined || view.step === 'authentication') return { name: 'sign-in', page: form };
  if (view.step === 'methodSelection' || visit.request.query['choose'] === 'method')
    return { name: 'review', page: { ...form, methods: methodsOf(view, visitor), offered: [] } };
  const otherWay = withQuery(PERMISSIONS_PATH, { choose: 'method' });
  if (view.passkey !== undefined) {
    const { method } = challengeOf(view);
    return { name: 'passkey', page: { ...form, method, order: JSON.stringify(view.passkey), otherWay } };
  }
  const hasOthers = (view.scaMethods?.length ?? 0) > 1;
  return { name: 'code', page: { ...form, ...challengeOf(view), ...(hasOthers && { otherWay }) } };
}

function send({ response, visitor, room }: Visit, { name, page }: Page): void {
  if (name === 'passkey') allowOwnScript(response);
  response.type('html').send(renderPage(name, page, visitor, room));
}
