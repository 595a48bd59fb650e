import { randomBytes } from 'node:crypto';
import { openRedirect, REFUSALS, readSession, type ScaView, type Situation, Xs2aError } from '@xs2a/contracts';
import { clearCookie, readCookie, setVisitCookie } from './cookies.ts';
import { formToken } from './form-token.ts';
import { linkPath } from './link.ts';
import { type Note, readNote } from './note.ts';
import type { Visit } from './open-visit.ts';
import { pageOfView } from './page-of-view.ts';
import { renderPage } from './render-page.ts';
import { PageTrouble } from './trouble.ts';

/** How long the last page stays before it leads back to the TPP: time to read how it ended. */
const RETURN_AFTER_SECONDS = 4;

/** The page of the step at which the PSU stands: before signing in what the link is about, after it the session. */
export async function showStep(visit: Visit): Promise<void> {
  const { room, reference, session } = visit;
  if (session === undefined) {
    const { view } = await room.bus.ask(openRedirect, { redirectReference: reference });
    return showView(visit, view);
  }
  try {
    const { view } = await room.bus.ask(readSession, { session });
    showView(visit, view);
  } catch (error) {
    if (!isRefusal(error, 'scaSessionOver')) throw error;
    await showSignInAgain(visit);
  }
}

/** The session is over; while the link is open it leads to the sign-in once more, in a visit of its own. */
async function showSignInAgain(visit: Visit): Promise<void> {
  const { room, reference } = visit;
  try {
    const { view } = await room.bus.ask(openRedirect, { redirectReference: reference });
    const { cookie: _old, session: _over, ...anew } = visit;
    showView(anew, view, { word: 'sessionOver' });
  } catch (error) {
    if (isRefusal(error, 'redirectLinkUnknown') || isRefusal(error, 'redirectLinkExpired')) {
      throw new PageTrouble('sessionOver', REFUSALS.scaSessionOver.status);
    }
    throw error;
  }
}

function isRefusal(error: unknown, situation: Situation): boolean {
  return error instanceof Xs2aError && error.situation === situation;
}

export function showView(visit: Visit, view: ScaView, said?: Note): void {
  const { request, response, visitor, room, visitCookieName, noteCookieName } = visit;
  let { cookie } = visit;
  if (cookie === undefined) {
    cookie = randomBytes(32).toString('base64url');
    setVisitCookie(response, visitCookieName, cookie, room.isSecure);
  }
  const noted = readCookie(request, noteCookieName);
  // Said once: a reload shows the step without it. How it ended stays true.
  if (noted !== undefined && view.step !== 'result') clearCookie(response, noteCookieName, room.isSecure);
  const standing = { view, action: linkPath(visit.reference), token: formToken(cookie), note: said ?? readNote(noted) };
  const { name, page } = pageOfView(standing, visitor);
  if (name === 'result' && page.returnUri !== undefined) {
    response.setHeader('Refresh', `${RETURN_AFTER_SECONDS}; url=${page.returnUri}`);
  }
  response.type('html').send(renderPage(name, page, visitor, room));
}

/** 303 to the page of the link: reload and back never send a form again. */
export function toStep({ response, visitor, reference }: Visit): void {
  const { state } = visitor;
  const query = state === undefined ? '' : `?${new URLSearchParams({ state }).toString()}`;
  response.redirect(303, linkPath(reference) + query);
}
