import { authorise } from '@xs2a/contracts';
import type { Request, Response } from 'express';
import type { PortalContext } from '../context.ts';
import { readCookie, visitCookie } from '../visits/cookies.ts';
import { sessionOf } from '../visits/open-visit.ts';
import { PageError } from '../visits/page-error.ts';
import { isReference } from '../visits/paths.ts';

const QUERY_MAX = 16_384;

/** Passes an authorisation request to the authorisation server, and redirects the browser to the address in its answer. */
export async function passToServer(
  context: PortalContext,
  request: Request,
  response: Response,
  uid?: string,
): Promise<void> {
  const at = request.originalUrl.indexOf('?');
  const query = at < 0 ? '' : request.originalUrl.slice(at + 1);
  const cookies = request.headers.cookie ?? '';
  if (query.length > QUERY_MAX || cookies.length > QUERY_MAX) throw new PageError('inputInvalid', 400);
  const { visit } = request.query;
  const name = isReference(visit) ? visitCookie(visit, context.isSecure) : undefined;
  const session = name === undefined ? undefined : sessionOf(readCookie(request, name));
  const asked = {
    query,
    cookies,
    ...(uid !== undefined && { uid }),
    ...(session !== undefined && { session }),
  };
  const answer = await context.bus.ask(authorise, asked);
  for (const cookie of answer.cookies ?? []) response.append('Set-Cookie', cookie);
  const { location } = answer.headers;
  // For a request without a redirect URI no page shows the fault; metadata and documentation explain it to the TPP.
  if (location === undefined)
    throw new PageError(answer.status === 410 ? 'sessionOver' : 'inputInvalid', answer.status);
  response.redirect(303, location);
}
