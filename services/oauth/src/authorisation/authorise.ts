import { type OAuthAnswer, type authorise as operation, type RequestOf, readOAuthOutcome } from '@xs2a/contracts';
import type { OAuthContext } from '../context.ts';
import { hashOf } from '../model/server-record.ts';
import { askServer } from '../server/ask-server.ts';
import { COOKIES, ROUTES } from '../server/authorisation-server.ts';
import { finishInteraction } from './finish-interaction.ts';
import { hasCookie } from './own-interaction.ts';
import { redirectsOf } from './redirects-of.ts';

type Request = RequestOf<typeof operation>;

/** Serves a browser with a new request of a TPP, or one that returns from the PSU pages. */
export async function authorise(context: OAuthContext, request: Request): Promise<OAuthAnswer> {
  const answer =
    request.uid === undefined ? await begin(context, request) : await resume(context, request, request.uid);
  const kept = answer.cookies?.filter((cookie) => !cookie.startsWith(COOKIES.session));
  return { ...answer, cookies: kept };
}

async function begin(context: OAuthContext, { query }: Request): Promise<OAuthAnswer> {
  const sent = new URLSearchParams(query);
  const pushed = sent.get('request_uri');
  const clientId = sent.get('client_id') ?? '';
  // A pushed request was checked on receipt; other parameters are ignored (RFC 9126, 4).
  const search = pushed === null ? sent : new URLSearchParams({ client_id: clientId, request_uri: pushed });
  const mayRedirectTo = pushed === null ? await redirectsOf(context, clientId, sent.get('scope')) : () => true;
  const path = `${ROUTES.authorization}?${search.toString()}`;
  return askServer(context, { mayRedirectTo }, { method: 'GET', path, base: context.portalUrl });
}

async function resume(context: OAuthContext, { cookies, session }: Request, uid: string): Promise<OAuthAnswer> {
  const { portalUrl, records, bus } = context;
  // Checked first, because an approval in another browser must not decide on this request.
  if (!hasCookie(cookies, 'resume', uid)) return sessionOver();
  const interaction = await context.server().Interaction.find(uid);
  const record = await records.findOne({ _id: hashOf('Interaction', uid) });
  if (interaction === undefined || record === null) return sessionOver();
  if (interaction.result === undefined) {
    const { authorisationId } = record;
    if (authorisationId === undefined) return redirect(`${portalUrl}/oauth/sign-in/${uid}`);
    const asked = { authorisationId, ...(session !== undefined && { session }) };
    const { outcome, redirectReference } = await bus.ask(readOAuthOutcome, asked);
    if (outcome === 'open') return redirect(`${portalUrl}/sca/${redirectReference}`);
    await finishInteraction(context, interaction, outcome === 'approved' ? { authorisationId } : 'refused');
  }
  const path = `${ROUTES.authorization}/${encodeURIComponent(uid)}`;
  const withoutSession = cookies
    .split(';')
    .filter((cookie) => !cookie.trim().startsWith(COOKIES.session))
    .join(';');
  return askServer(
    context,
    { mayRedirectTo: () => true },
    { method: 'GET', path, base: portalUrl, cookies: withoutSession },
  );
}

function redirect(location: string): OAuthAnswer {
  return { status: 303, headers: { location }, body: '' };
}

function sessionOver(): OAuthAnswer {
  return { status: 410, headers: {}, body: '' };
}
