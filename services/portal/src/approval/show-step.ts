import { randomBytes } from 'node:crypto';
import {
  openRedirect,
  REFUSALS,
  readSession,
  readWayBack,
  type ScaView,
  type Situation,
  Xs2aError,
} from '@xs2a/contracts';
import { allowOwnScript } from '../http/allow-own-script.ts';
import { renderPage } from '../rendering/render-page.ts';
import { clearCookie, readCookie, setVisitCookie } from '../visits/cookies.ts';
import { formToken } from '../visits/form-token.ts';
import { type Note, readNote, writeNote } from '../visits/note.ts';
import type { LinkVisit, Visit } from '../visits/open-visit.ts';
import { PageTrouble, type WayBack } from '../visits/page-error.ts';
import { withQuery } from '../visits/paths.ts';
import { pageOfView } from './page-of-view.ts';
import { returnUri } from './return-uri.ts';

/** How long the last page stays before it leads back to the TPP: time to read how it ended. */
const RETURN_AFTER_SECONDS = 4;
/** How often a page that waits for the PSU's device looks again: soon enough to feel prompt, rarely enough to be read aloud. */
const LOOK_AGAIN_AFTER_SECONDS = 5;

/** The page of the step at which the PSU stands: before signing in what the link is about, after it the session. */
export async function showStep(visit: LinkVisit): Promise<void> {
  const { room, session } = visit;
  if (session === undefined) return showLink(visit);
  try {
    const { view } = await room.bus.ask(readSession, { session });
    showView(visit, view);
  } catch (error) {
    if (!isRefusal(error, 'scaSessionOver')) throw error;
    await showSignInAgain(visit);
  }
}

async function showLink(visit: LinkVisit): Promise<void> {
  const { room, reference } = visit;
  try {
    const { view } = await room.bus.ask(openRedirect, { redirectReference: reference });
    showView(visit, view);
  } catch (error) {
    if (!isRefusal(error, 'redirectLinkExpired')) throw error;
    throw new PageTrouble('linkExpired', REFUSALS.redirectLinkExpired.status, await wayBackOf(visit));
  }
}

async function wayBackOf({ room, reference, visitor }: LinkVisit): Promise<WayBack | undefined> {
  const known = await room.bus.ask(readWayBack, { redirectReference: reference });
  const back = returnUri(known.returnUri, visitor.state);
  return back === undefined ? undefined : { tppName: known.tppName, returnUri: back };
}

/** The session is over; while the link is open it leads to the sign-in once more, in a visit of its own. */
async function showSignInAgain(visit: LinkVisit): Promise<void> {
  const { room, reference } = visit;
  try {
    const { view } = await room.bus.ask(openRedirect, { redirectReference: reference });
    const { cookie: _old, session: _over, ...anew } = visit;
    showView(anew, view, { word: 'sessionOver' });
  } catch (error) {
    const isExpired = isRefusal(error, 'redirectLinkExpired');
    if (!isExpired && !isRefusal(error, 'redirectLinkUnknown')) throw error;
    const wayBack = isExpired ? await wayBackOf(visit) : undefined;
    throw new PageTrouble('sessionOver', REFUSALS.scaSessionOver.status, wayBack);
  }
}

export function isRefusal(error: unknown, situation: Situation): boolean {
  return error instanceof Xs2aError && error.situation === situation;
}

export function showView(visit: Visit, view: ScaView, said?: Note): void {
  const { request, response, visitor, room, path } = visit;
  // Said once: a reload shows the step without it. How it ended stays true.
  const noted = readSaid(visit, view.step === 'result');
  const standing = {
    view,
    action: path,
    token: visitToken(visit),
    note: said ?? noted,
    link: new URL(pathOf(visit), room.url).href,
    choosesAnew: request.query['choose'] === 'method',
  };
  const { name, page } = pageOfView(standing, visitor);
  if (name === 'result' && page.returnUri !== undefined) {
    response.setHeader('Refresh', `${RETURN_AFTER_SECONDS}; url=${page.returnUri}`);
  }
  if (name === 'passkey') allowOwnScript(response);
  if (name === 'device') response.setHeader('Refresh', `${LOOK_AGAIN_AFTER_SECONDS}; url=${page.here}`);
  response.type('html').send(renderPage(name, page, visitor, room));
}

/** The token of a visit's forms; a visit that begins here gets its cookie. */
export function visitToken({ cookie, response, visitCookieName, room }: Visit): string {
  if (cookie !== undefined) return formToken(cookie);
  const begun = randomBytes(32).toString('base64url');
  setVisitCookie(response, visitCookieName, begun, room.isSecure);
  return formToken(begun);
}

/** What the step before left to be said, once unless it is kept. */
export function readSaid({ request, response, noteCookieName, room }: Visit, isKept = false): Note | undefined {
  const noted = readCookie(request, noteCookieName);
  if (noted !== undefined && !isKept) clearCookie(response, noteCookieName, room.isSecure);
  return readNote(noted);
}

/** Leaves a word to the page that is shown next. */
export function say({ response, noteCookieName, room }: Visit, note: Note | undefined): void {
  if (note === undefined) clearCookie(response, noteCookieName, room.isSecure);
  else setVisitCookie(response, noteCookieName, writeNote(note), room.isSecure);
}

/** 303 to the page of the visit: reload and back never send a form again. */
export function toStep(visit: Visit): void {
  visit.response.redirect(303, pathOf(visit));
}

/** The page of the visit, with the `state` that the TPP put on the link. */
function pathOf({ path, visitor: { state } }: Visit): string {
  return withQuery(path, { state });
}
