import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { BANK_SIGN_IN_RETURN_PATH } from '@xs2a/contracts';
import { type AdapterPayload, type Configuration, errors, Provider } from 'oidc-provider';
import { verifyPassword } from '../connector/verify-password.ts';
import type { BankContext } from '../context.ts';
import { MemoryAdapter } from './memory-adapter.ts';
import { languageOf, signInOverPage, signInPage } from './sign-in-page.ts';

/** Credentials of the service at this provider: public, like everything in the sandbox. */
const CLIENT = { id: 'xs2a', secret: 'xs2a-sandbox-secret' };
/** Authentication contexts: the sandbox asks for a password only, and returns the first requested context, so that both can be tried. */
const ACR_VALUES = ['two-factors', 'one-factor'];
const HOST = '127.0.0.1';
const MINUTE_SECONDS = 60;
const PAGE = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
const PATH = /^\/sign-in\/([A-Za-z0-9_-]{1,64})(\/cancel)?$/;

/** Starts an OpenID Connect provider whose users are the test users of the sandbox. Every request requires a new sign-in. */
export async function serveIdentityProvider(context: BankContext, port: number): Promise<void> {
  if (context.portalUrl === undefined) throw new Error('IDENTITY_PROVIDER_PORT needs PORTAL_URL');
  const server = createServer();
  server.listen(port, HOST);
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configurationOf(context, context.portalUrl));
  const handle = provider.callback();
  server.on('request', (request, response) => {
    const [, uid, cancel] = PATH.exec(request.url ?? '') ?? [];
    if (uid === undefined) return void handle(request, response);
    answerSignIn(context, provider, { request, response, uid, isCancelled: cancel !== undefined }).catch(() => {
      response.writeHead(400, PAGE).end(signInOverPage(languageOf(request.headers['accept-language'])));
    });
  });
  context.beside.defer(() => {
    server.closeAllConnections();
    return new Promise<void>((closed) => void server.close(() => closed()));
  });
  context.log.info({ event: 'identityProvider', issuer }, 'the sandbox has an identity provider');
}

interface SignIn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly uid: string;
  readonly isCancelled: boolean;
}

async function answerSignIn(context: BankContext, provider: Provider, at: SignIn): Promise<void> {
  const { request, response, uid, isCancelled } = at;
  const { jti, params } = await provider.interactionDetails(request, response);
  if (jti !== uid) throw new errors.SessionNotFound('another sign-in');
  if (isCancelled) {
    const refused = { error: 'access_denied', error_description: 'the user cancelled' };
    return provider.interactionFinished(request, response, refused, { mergeWithLastSubmission: false });
  }
  const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '');
  const [psuId, password] = [form.get('psuId') ?? '', form.get('password') ?? ''];
  const { verified, blocked } = await verifyPassword(context, { psuId, password });
  // The pages of the service report a blocked PSU.
  if (verified || blocked) {
    return provider.interactionFinished(request, response, { login: { accountId: psuId, ...acrOf(params) } });
  }
  const language = languageOf(params['ui_locales'], request.headers['accept-language']);
  response.writeHead(200, PAGE).end(signInPage(uid, language, request.method === 'POST'));
}

function acrOf({ acr_values: asked }: { readonly acr_values?: unknown }): { acr?: string } {
  const acr = typeof asked === 'string' ? asked.split(' ').find((value) => ACR_VALUES.includes(value)) : undefined;
  return acr === undefined ? {} : { acr };
}

function configurationOf({ psus }: BankContext, portalUrl: string): Configuration {
  const { privateKey: signingKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const records = new Map<string, AdapterPayload>();
  return {
    adapter: (kind: string) => new MemoryAdapter(kind, records),
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [new URL(BANK_SIGN_IN_RETURN_PATH, portalUrl).href],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...signingKey.export({ format: 'jwk' }), kty: 'EC', kid: 'sandbox', alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    pkce: { required: () => true },
    acrValues: ACR_VALUES,
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'corporate_id'], acr: null, auth_time: null },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    async findAccount(_, id) {
      const psu = await psus.findOne({ _id: id });
      if (psu === null) return undefined;
      const corporate = psu.corporateId === undefined ? {} : { corporate_id: psu.corporateId };
      return { accountId: id, claims: () => Promise.resolve({ sub: id, ...corporate }) };
    },
    // The PSU decides on the pages of the service what a TPP may do. This provider only identifies the PSU.
    async loadExistingGrant({ oidc }) {
      const { client, account, provider } = oidc;
      if (client === undefined || account === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
    ttl: {
      Interaction: 10 * MINUTE_SECONDS,
      Session: MINUTE_SECONDS,
      Grant: 10 * MINUTE_SECONDS,
      AuthorizationCode: MINUTE_SECONDS,
      AccessToken: MINUTE_SECONDS,
      IdToken: MINUTE_SECONDS,
    },
  };
}
