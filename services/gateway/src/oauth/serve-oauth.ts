import { answerTpp, offersOAuth, readTokenKeys, Xs2aError } from '@xs2a/contracts';
import { type RequestHandler, type Response, Router, text } from 'express';
import { concurrency } from '../checks/caller/concurrency.ts';
import { requestRate } from '../checks/caller/request-rate.ts';
import { tppIdentity } from '../checks/caller/tpp-identity.ts';
import { gatewayUrl } from '../config.ts';
import type { GatewayContext } from '../context.ts';
import type { Call } from '../request/call.ts';
import { certificateOf } from '../tokens/bound-certificate.ts';
import { METADATA_ADDRESS, OAUTH_ENDPOINTS, TOKEN_KEYS_ADDRESS } from '../tokens/oauth-addresses.ts';
import { serverMetadata } from './server-metadata.ts';

const FORM_BYTES_MAX = 16_384;
const FORM_TEXT = `the body must be a form of at most ${FORM_BYTES_MAX} bytes in UTF-8 that is not compressed`;
const CACHED_SECONDS = 60;
const ADDRESSES: ReadonlySet<string> = new Set([
  METADATA_ADDRESS,
  TOKEN_KEYS_ADDRESS,
  ...Object.values(OAUTH_ENDPOINTS),
]);
const form = text({ type: 'application/x-www-form-urlencoded', limit: FORM_BYTES_MAX, inflate: false });

/** Serves the authorisation server's endpoints for TPPs, if the profile offers it. */
export function serveOAuth(context: GatewayContext): RequestHandler {
  const { profile, config, bus } = context;
  if (!offersOAuth(profile) || profile.oauth.server !== undefined) return (_request, _response, next) => next();
  const router = Router({ caseSensitive: true, strict: true });
  const metadata = serverMetadata(profile, gatewayUrl(config), config.PORTAL_URL);
  router.get(METADATA_ADDRESS, (_, response) => publish(response, metadata));
  router.get(TOKEN_KEYS_ADDRESS, (_, response, next) => {
    bus.ask(readTokenKeys, {}).then((keys) => publish(response, keys), next);
  });
  for (const [endpoint, address] of Object.entries(OAUTH_ENDPOINTS)) {
    router.post(address, readForm, (request, response, next) => {
      const call = request as unknown as Call;
      askAsTpp(call, response, endpoint as keyof typeof OAUTH_ENDPOINTS, context).catch((error: unknown) => {
        // The client's certificate is missing or refused (RFC 6749, 5.2).
        if (error instanceof Xs2aError && error.refusal.status === 401)
          refuse(response, [401, 'invalid_client', error.refusal.text]);
        else next(error);
      });
    });
    router.all(address, (_, response) => refuseMethod(response, 'POST'));
  }
  for (const address of [METADATA_ADDRESS, TOKEN_KEYS_ADDRESS])
    router.all(address, (_, response) => refuseMethod(response, 'GET, HEAD'));
  // A router passes on other requests only in the next turn of the event loop, which would delay every request.
  return (request, response, next) => (ADDRESSES.has(request.path) ? router(request, response, next) : next());
}

/** The TPP is identified by its certificate, as at every other address. */
async function askAsTpp(
  call: Call,
  response: Response,
  endpoint: keyof typeof OAUTH_ENDPOINTS,
  context: GatewayContext,
): Promise<void> {
  await tppIdentity(call, context);
  await requestRate(call, context);
  concurrency(call, context);
  const sent = typeof call.body === 'string' ? call.body : '';
  const request = { tpp: call.tpp, endpoint, certificate: certificateOf(call), form: sent };
  const { status, headers, body } = await context.bus.ask(answerTpp, request);
  response.status(status);
  response.setHeader('Pragma', 'no-cache');
  if (headers['content-type'] !== undefined) response.setHeader('Content-Type', headers['content-type']);
  response.end(body);
}

function publish(response: Response, content: object): void {
  response.setHeader('Cache-Control', `public, max-age=${CACHED_SECONDS}`);
  response.type('application/json').send(JSON.stringify(content));
}

/** A parse error is an `invalid_request` of OAuth, too. */
const readForm: RequestHandler = (request, response, next) => {
  form(request, response, (error?: unknown) => {
    const status = statusOf(error);
    if (status === undefined) return next(error);
    // The rest of the body is not read.
    if (status === 413) response.setHeader('Connection', 'close');
    refuse(response, [status, 'invalid_request', FORM_TEXT]);
  });
};

/** Returns the status of a body-parser error that the sender caused; such errors have a type. */
function statusOf(error: unknown): number | undefined {
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  return typeof type === 'string' && typeof status === 'number' && status < 500 ? status : undefined;
}

function refuseMethod(response: Response, allowed: string): void {
  response.setHeader('Allow', allowed);
  refuse(response, [405, 'invalid_request', `the methods of this address are: ${allowed}`]);
}

function refuse(
  response: Response,
  [status, error, text]: readonly [status: number, error: string, text: string],
): void {
  response.status(status).type('application/json');
  response.send(JSON.stringify({ error, error_description: text }));
}
