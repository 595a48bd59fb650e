import { openRedirect, REFUSALS, readSession, readWayBack, type ScaView } from '@xs2a/contracts';
import type { WayBack } from '../rendering/pages.ts';
import { issueFormToken } from '../visits/issue-form-token.ts';
import { type Note, takeNote } from '../visits/note.ts';
import { type LinkVisit, otherSessionsOf, type Visit } from '../visits/open-visit.ts';
import { isErrorCase, PageError } from '../visits/page-error.ts';
import { pageHref } from '../visits/redirect-to-page.ts';
import { sendPage } from '../visits/send-page.ts';
import { approvalPage } from './approval-page.ts';
import { directReturn, formTargets } from './direct-return.ts';
import { returnUri } from './return-uri.ts';

/** Time for which a last page that must be read stays before it returns to the TPP. */
const RETURN_AFTER_SECONDS = 4;
/** Reload interval of a page that waits for the PSU's device: prompt enough, and long enough to be read aloud. */
const RELOAD_AFTER_SECONDS = 5;

/** Shows the PSU's present step: before the sign-in from the link, after it from the session. */
export async function showApproval(visit: LinkVisit): Promise<void> {
  const { context, session, reference: redirectReference } = visit;
  if (session === undefined) return showLink(visit);
  try {
    const { view } = await context.bus.ask(readSession, { session, redirectReference });
    showView(visit, view);
  } catch (error) {
    if (!isErrorCase(error, 'scaSessionOver')) throw error;
    await showSignInAgain(visit);
  }
}

async function showLink(visit: LinkVisit): Promise<void> {
  const { context } = visit;
  try {
    const { view } = await context.bus.ask(openRedirect, linkOf(visit));
    showView(visit, view);
  } catch (error) {
    if (!isErrorCase(error, 'redirectLinkExpired')) throw error;
    throw new PageError('linkExpired', REFUSALS.redirectLinkExpired.status, await readReturnLink(visit));
  }
}

/** Returns the link and, if the bank offers sessions, other sessions of this browser. */
export function linkOf(visit: LinkVisit): { redirectReference: string; otherSessions?: string[] } {
  const { reference: redirectReference, context } = visit;
  if (!context.profile.combinedService) return { redirectReference };
  return { redirectReference, otherSessions: otherSessionsOf(visit) };
}

async function readReturnLink({ context, reference, visitor }: LinkVisit): Promise<WayBack | undefined> {
  const { tppName, returnUri: registered } = await context.bus.ask(readWayBack, { redirectReference: reference });
  const back = returnUri(registered, visitor.state);
  return back === undefined ? undefined : { tppName, returnUri: back };
}

/** Shows the sign-in in a new visit after the session has ended, while the link is valid. */
async function showSignInAgain(visit: LinkVisit): Promise<void> {
  const { context } = visit;
  try {
    const { view } = await context.bus.ask(openRedirect, linkOf(visit));
    const { cookie: _cookie, session: _session, ...fresh } = visit;
    showView(fresh, view, { word: 'sessionOver' });
  } catch (error) {
    const isExpired = isErrorCase(error, 'redirectLinkExpired');
    if (!isExpired && !isErrorCase(error, 'redirectLinkUnknown')) throw error;
    const wayBack = isExpired ? await readReturnLink(visit) : undefined;
    throw new PageError('sessionOver', REFUSALS.scaSessionOver.status, wayBack);
  }
}

export function showView(visit: Visit, view: ScaView, note?: Note): void {
  const { request, response, visitor, context, path } = visit;
  // A note is shown once: a reload shows the step without it. The result page keeps it.
  const taken = takeNote(visit, view.step === 'result');
  const position = {
    view,
    action: path,
    token: issueFormToken(visit),
    note: note ?? taken,
    link: new URL(pageHref(visit), context.url).href,
    signsInAtBank: context.profile.psuSignIn === 'oidc',
    choosesMethod: request.query['choose'] === 'method',
  };
  const shown = approvalPage(position, visitor);
  const { name, page } = shown;
  const back = directReturn(view, position.note, visitor.state);
  // A browser without the app would show nothing, so the page is shown when it is opened again.
  if (back?.startsWith('https:')) return response.redirect(303, back);
  if (name === 'result' && page.returnUri !== undefined) {
    const seconds = back === undefined ? RETURN_AFTER_SECONDS : 0;
    response.setHeader('Refresh', `${seconds}; url=${page.returnUri}`);
  }
  if (name === 'device') response.setHeader('Refresh', `${RELOAD_AFTER_SECONDS}; url=${page.here}`);
  sendPage(visit, shown, formTargets(view));
}
