import type { OAuthAnswer, answerTpp as operation, RequestOf } from '@xs2a/contracts';
import { redirectsOf } from '../authorisation/redirects-of.ts';
import type { OAuthContext } from '../context.ts';
import { askServer } from '../server/ask-server.ts';
import { ROUTES } from '../server/authorisation-server.ts';
import { revokeAccessToken } from './revoke-access-token.ts';

const PATHS = { token: ROUTES.token, par: ROUTES.pushed_authorization_request, revoke: ROUTES.revocation } as const;
/** Minimum interval between two updates of a stored certificate. */
const UPDATE_EVERY_MS = 3_600_000;

/** Answers a TPP, identified by its certificate. */
export async function answerTpp(
  context: OAuthContext,
  { tpp, certificate, endpoint, form }: RequestOf<typeof operation>,
): Promise<OAuthAnswer> {
  await storeClient(context, { tpp, certificate });
  const sent = new URLSearchParams(form);
  if (endpoint === 'revoke') await revokeAccessToken(context, tpp.id, sent.get('token') ?? '');
  const mayRedirectTo =
    endpoint === 'par' ? await redirectsOf(context, tpp.id, sent.get('scope'), certificate) : () => false;
  const request = { method: 'POST', path: PATHS[endpoint], base: context.issuer, form } as const;
  const answer = await askServer(context, { tpp, certificate, mayRedirectTo }, request);
  return endpoint === 'revoke' && isOfSignedToken(answer) ? { status: 200, headers: {}, body: '' } : answer;
}

/**
 * Whether the library answered that it cannot revoke a signed token. Either its grant has been revoked here, or the token is not
 * of this TPP, which the answer must not reveal (RFC 7009, 2.2).
 */
function isOfSignedToken({ status, body }: OAuthAnswer): boolean {
  return status === 400 && body.includes('"unsupported_token_type"');
}

/** Stores the certificate, so that a PSU's browser may come with a request that was not pushed. */
async function storeClient(
  { clients, now }: OAuthContext,
  { tpp, certificate }: Pick<RequestOf<typeof operation>, 'tpp' | 'certificate'>,
): Promise<void> {
  const seenAt = now();
  const isRecent = { _id: tpp.id, certificate, seenAt: { $gt: new Date(seenAt.getTime() - UPDATE_EVERY_MS) } };
  if ((await clients.countDocuments(isRecent, { limit: 1 })) > 0) return;
  const $set = { certificate, seenAt, ...(tpp.name !== undefined && { name: tpp.name }) };
  await clients.updateOne({ _id: tpp.id }, { $set }, { upsert: true });
}
