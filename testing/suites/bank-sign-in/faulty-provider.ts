import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';

/** Faults in the next answers of the provider. */
export interface Fault {
  /** Claims that replace the right ones; undefined omits a claim. */
  readonly claims?: JWTPayload;
  readonly signedBy?: 'another key' | 'nobody' | 'the secret';
  /** Status that the token endpoint answers with. */
  readonly status?: number;
}

/** An identity provider whose answers a test determines. */
export interface FaultyProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Number of token requests so far. */
  readonly redeemed: () => number;
  /** Values that no log may contain, by name: all codes, verifiers, client assertions and ID tokens so far. */
  readonly secrets: readonly (readonly [string, string])[];
  /** Returns the redirect URI, with the answer, for the browser of a PSU that was sent to `location`. */
  answerTo(location: string, fault?: Fault): URL;
}

const SECRET = 'xs2a-sandbox-secret';

/** Starts the provider. With `clientKey` it expects `private_key_jwt`, otherwise the client secret. */
export async function startFaultyProvider(clientKey?: CryptoKey): Promise<FaultyProvider> {
  const [own, other] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  let asked = new URLSearchParams();
  let fault: Fault = {};
  let redeemed = 0;
  const secrets: [string, string][] = [];
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  const idToken = (): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000);
    const right = { iss: issuer, aud: 'xs2a', sub: 'psu-private', iat: now, exp: now + 60, auth_time: now };
    const claims = { ...right, nonce: asked.get('nonce') ?? '', ...fault.claims };
    const token = new SignJWT(claims);
    if (fault.signedBy === 'nobody') return Promise.resolve(new UnsecuredJWT(claims).encode());
    if (fault.signedBy === 'the secret') {
      return token.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET));
    }
    const key = fault.signedBy === 'another key' ? other.privateKey : own.privateKey;
    return token.setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(key);
  };

  const redeem = async (form: URLSearchParams): Promise<object> => {
    redeemed += 1;
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== asked.get('code_challenge')) return { error: 'invalid_grant' };
    const id_token = await idToken();
    secrets.push(['ID token', id_token]);
    return { access_token: 'unused', token_type: 'Bearer', expires_in: 60, id_token };
  };

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  };
  server.on('request', (request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.url === '/jwks') return send(200, { keys: [jwk] });
    if (request.url !== '/token') return send(200, metadata);
    const { status } = fault;
    if (status !== undefined) return send(status, { error: 'server_error' });
    void text(request).then(async (body) => {
      const form = new URLSearchParams(body);
      const { authorization } = request.headers;
      secrets.push(['verifier', form.get('code_verifier') ?? '']);
      secrets.push(['client assertion', form.get('client_assertion') ?? '']);
      const isClient = clientKey === undefined ? hasSecret(authorization) : await isSigned(form, clientKey, issuer);
      const answer = isClient ? await redeem(form) : { error: 'invalid_client' };
      send('error' in answer ? 400 : 200, answer);
    });
  });
  return {
    issuer,
    redeemed: () => redeemed,
    secrets,
    answerTo(location, next = {}) {
      asked = new URL(location).searchParams;
      fault = next;
      const back = new URL(asked.get('redirect_uri') ?? '');
      const code = randomUUID();
      secrets.push(['code', code]);
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer }).toString();
      return back;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((closed) => void server.close(() => closed()));
    },
  };
}

/** Name and secret are form-encoded first (RFC 6749, 2.3.1). */
function hasSecret(authorization = ''): boolean {
  const basic = Buffer.from(authorization.slice('Basic '.length), 'base64').toString();
  return decodeURIComponent(basic) === `xs2a:${SECRET}`;
}

/** Validates the client assertion (RFC 7523, 3): signed with the client's key, subject, audience, lifetime and jti. */
async function isSigned(form: URLSearchParams, key: CryptoKey, issuer: string): Promise<boolean> {
  const ofClient = {
    issuer: 'xs2a',
    subject: 'xs2a',
    audience: issuer,
    maxTokenAge: 60,
    requiredClaims: ['exp', 'jti'],
  };
  const assertion = form.get('client_assertion') ?? '';
  const isAssertion = form.get('client_assertion_type') === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  return isAssertion && (await jwtVerify(assertion, key, ofClient).catch(() => undefined)) !== undefined;
}
