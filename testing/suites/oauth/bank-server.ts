import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ReplyOf, readApproval, reportApproval } from '@xs2a/contracts';
import type { Bus } from '@xs2a/service-kit';
import { TPP } from '@xs2a/test-system/ask-as-gateway';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { type Configuration, type Interaction, interactionPolicy, Provider } from 'oidc-provider';

const AUDIENCE = 'https://xs2a.bank.example';
const MINUTES = 60;
const PATH = /^\/approve\/([A-Za-z0-9_-]{1,64})$/;
/** In the sandbox without TLS a token is bound to the id of the TPP (docs/oauth.md). */
const STANDS_FOR_CERTIFICATE = Buffer.from(`sandbox ${TPP.id}`).toString('base64');

/** Credentials of a TPP at the bank's server: a bank may choose any OAuth method. */
export const CLIENT = { id: TPP.id, secret: 'secret-of-the-tpp' };

/** Decision of the PSU on the page of the bank's server. */
export interface Decision {
  readonly psuId: string;
  readonly declines?: boolean;
  /** Content hash to send, if it differs from the one shown. */
  readonly contentHash?: string;
}

export type Shown = ReplyOf<typeof readApproval>;

/** Authorisation server of a bank, as the bank wrote it: its only knowledge of XS2A is two operations of the connector. */
export interface BankServer extends AsyncDisposable {
  readonly issuer: string;
  readonly profile: object;
  /** Sets the bus of the bank's connector. */
  connect(bus: Bus): void;
}

export async function startBankServer(): Promise<BankServer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connected: { bus?: Bus } = {};
  const provider = new Provider(issuer, configurationOf());
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!PATH.test(request.url ?? '')) return void handle(request, response);
    const { bus } = connected;
    if (bus === undefined) return void response.writeHead(503).end();
    onPage(provider, bus, request, response).catch((error: unknown) => {
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: String(error) }));
    });
  });
  return {
    issuer,
    profile: {
      metadataUrl: `${issuer}/.well-known/openid-configuration`,
      issuer,
      keysUrl: `${issuer}/jwks`,
      audience: AUDIENCE,
      scopes: { accounts: 'psd2-ais', payments: 'psd2-pis', funds: 'psd2-piis' },
      psuIdClaim: 'sub',
    },
    connect(bus) {
      connected.bus = bus;
    },
    [Symbol.asyncDispose]() {
      server.closeAllConnections();
      return new Promise<void>((closed) => void server.close(() => closed()));
    },
  };
}

/** GET shows the content to approve. POST signs the PSU in, shows the content again, and sends the decision, with two factors. */
async function onPage(provider: Provider, bus: Bus, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const interaction = await provider.interactionDetails(request, response);
  const show = (shown: unknown, status = 200): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(shown));
  };
  const asked = askedBy(interaction);
  if (request.method !== 'POST') return show(await bus.ask(readApproval, asked));
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  const { psuId = '', decision } = form;
  const shown = await bus.ask(readApproval, { ...asked, psuId });
  if (decision === undefined || shown.problem !== undefined) return show(shown);
  const { authorisationId } = shown;
  const { tppId } = asked;
  const { contentHash = shown.contentHash ?? '' } = form;
  const factors: ('knowledge' | 'possession')[] = ['knowledge', 'possession'];
  const told = await bus.ask(
    reportApproval,
    decision === 'declined'
      ? { verdict: 'declined', tppId, authorisationId }
      : { verdict: 'approved', tppId, authorisationId, psuId, contentHash, factors },
  );
  if (decision === 'declined' || !told.counts) {
    const refused = { error: 'access_denied', error_description: told.problem ?? told.scaStatus };
    return provider.interactionFinished(request, response, refused, { mergeWithLastSubmission: false });
  }
  return provider.interactionFinished(request, response, { login: { accountId: psuId } });
}

function askedBy({ params }: Interaction): { tppId: string; scope: string } {
  const scope = String(params['scope']).replace('openid', '').trim();
  return { tppId: String(params['client_id']), scope };
}

function configurationOf(): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [RETURN.ok, RETURN.nok],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        tls_client_certificate_bound_access_tokens: true,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'EC', kid: 'bank', alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      mTLS: {
        enabled: true,
        certificateBoundAccessTokens: true,
        getCertificate: () => STANDS_FOR_CERTIFICATE,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: ({ oidc }) => ({
          scope: oidc.entities.AuthorizationCode?.scope ?? String(oidc.params?.['scope']),
          audience: AUDIENCE,
          accessTokenTTL: 5 * MINUTES,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    interactions: { policy: approvalAlways(), url: (_, { uid }) => `/approve/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => Promise.resolve({ sub: id }) }),
    async loadExistingGrant({ oidc }) {
      const { client, account, provider } = oidc;
      if (client === undefined || account === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      grant.addOIDCScope('openid');
      grant.addResourceScope(AUDIENCE, String(oidc.params?.['scope']));
      await grant.save();
      return grant;
    },
    ttl: {
      AuthorizationCode: MINUTES,
      Interaction: 10 * MINUTES,
      Session: MINUTES,
      Grant: 10 * MINUTES,
      IdToken: MINUTES,
    },
  };
}

/** Requires an approval for each request. */
function approvalAlways(): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy;
  const policy = base();
  policy.clear();
  const check = new Check('approval', 'the PSU must approve', 'login_required', ({ oidc }) =>
    oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  policy.add(new Prompt({ name: 'login', requestable: true }, check));
  return policy;
}

/** The browser of a PSU: keeps cookies, and stops at the redirect URI of the TPP. */
export class BankBrowser {
  readonly #cookies = new Map<string, string>();
  #page = '';

  /** Follows the TPP's link to the page of the bank; returns the content shown before the sign-in. */
  async open(url: URL): Promise<Shown> {
    return (await (await this.#go(url.href)).json()) as Shown;
  }

  async signIn(psuId: string): Promise<Shown> {
    return (await (await this.#go(this.#page, { psuId })).json()) as Shown;
  }

  /** Returns the redirect to the TPP, or else the content of the bank's page. */
  async decide({ psuId, declines, contentHash }: Decision): Promise<URL | Shown> {
    const form = { psuId, decision: declines ? 'declined' : 'approved', ...(contentHash && { contentHash }) };
    const response = await this.#go(this.#page, form);
    const location = response.headers.get('location');
    return location === null ? ((await response.json()) as Shown) : new URL(location);
  }

  async #go(href: string, form?: Record<string, string>): Promise<Response> {
    this.#page = href;
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(href, {
      redirect: 'manual',
      headers: { Cookie: cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return response;
    const next = new URL(location, href);
    return next.origin === new URL(href).origin ? this.#go(next.href) : response;
  }
}
