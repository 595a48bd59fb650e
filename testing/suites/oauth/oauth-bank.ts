import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type IssuedCertificate,
  sandboxFiles,
  sandboxTlsVariables,
  TestAuthority,
  writeSandboxCertificates,
} from '@xs2a/certificates';
import { freePort, hrefOf, type Page, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { consentBody, IBAN, paymentOrder, RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import * as client from 'openid-client';
import { Agent, fetch as fetchWith } from 'undici';

const XS2A = join(import.meta.dirname, '..', '..', '..', 'tools', 'xs2a.ts');
const TPP_ID = 'PSDHR-HNB-SANDBOX';
const OTHER_TPP_ID = 'PSDHR-HNB-OTHER';
const DAY_MS = 86_400_000;
const STEPS_MAX = 8;
const PSU = { 'PSU-IP-Address': '192.0.2.10' };

/** A bank that offers OAuth: services, and TPPs with their certificates over mutual TLS. */
export interface OAuthBank extends AsyncDisposable {
  readonly services: TestServices;
  readonly gatewayUrl: string;
  readonly portalUrl: string;
  readonly tpp: OAuthTpp;
  readonly otherTpp: OAuthTpp;
  /** The same TPP with a certificate issued later. */
  readonly renewed: OAuthTpp;
  readonly withoutCertificate: typeof fetch;
  /** Authority, certificate and key of the first TPP, for a client in another language. */
  readonly files: readonly string[];
}

/** A TPP: its requests, and its OAuth client, which is a third-party library. */
export interface OAuthTpp {
  readonly id: string;
  readonly fetch: typeof fetch;
  readonly requests: TppClient;
  readonly configuration: client.Configuration;
}

/** Starts the bank. `more` has further lines of the profile, and variables that differ. */
export async function startOAuthBank(
  oauth: string,
  more: { profile?: string; variables?: NodeJS.ProcessEnv } = {},
): Promise<OAuthBank> {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-oauth-'));
  const files = sandboxFiles(folder);
  await writeSandboxCertificates(folder);
  const profile = join(folder, 'profile.yaml');
  writeFileSync(profile, `preset: hr-full\noauth: ${oauth}\n${more.profile ?? ''}`);
  execFileSync(process.execPath, [XS2A, 'keys', 'token', '--out', folder]);
  const [tlsPort, portalPort] = await Promise.all([freePort(), freePort()]);
  const gatewayUrl = `https://localhost:${tlsPort}`;
  const portalUrl = `http://localhost:${portalPort}`;
  const env = {
    PROFILE: profile,
    GATEWAY_URL: gatewayUrl,
    PORTAL_URL: portalUrl,
    PORTAL_PORT: String(portalPort),
    TOKEN_KEYS_FILE: join(folder, 'token-keys.json'),
    GATEWAY_TLS_HOST: 'localhost',
    ...sandboxTlsVariables(folder, tlsPort),
    ...more.variables,
  };
  const all = ['gateway', 'portal', 'oauth', 'sca', 'bank', 'consent', 'accounts', 'payments'] as const;
  const services = await startServicesWith(env, ...all);
  // The sandbox feeds its accounts after it is ready.
  const accounts = services.database('accounts').collection('accounts');
  const theAccount = { 'details.reference.iban': IBAN.private };
  await eventually(
    () => accounts.countDocuments(theAccount),
    (count) => count > 0,
  );
  const ca = readFileSync(files.authority.certificate, 'utf8');
  const pair = (id: string): IssuedCertificate => ({
    certificate: readFileSync(files.tpp(id, 'qwac').certificate, 'utf8'),
    key: readFileSync(files.tpp(id, 'qwac').key, 'utf8'),
  });
  const authority = await TestAuthority.of({ certificate: ca, key: readFileSync(files.authority.key, 'utf8') });
  const later = await authority.issueTpp({
    organizationIdentifier: TPP_ID,
    name: 'Sandbox TPP',
    roles: ['AISP', 'PISP', 'PIISP'],
    qcType: 'web',
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 30 * DAY_MS),
  });
  const agents: Agent[] = [];
  const fetchAs = (shown?: IssuedCertificate): typeof fetch => {
    const agent = new Agent({ connect: { ca, ...(shown && { cert: shown.certificate, key: shown.key }) } });
    agents.push(agent);
    return ((url: string | URL, options: object) =>
      fetchWith(url, { ...options, dispatcher: agent })) as unknown as typeof fetch;
  };
  const tppWith = async (id: string, shown: IssuedCertificate): Promise<OAuthTpp> => {
    const own = fetchAs(shown);
    const configuration = await client.discovery(new URL(gatewayUrl), id, undefined, client.TlsClientAuth(), {
      algorithm: 'oauth2',
      [client.customFetch]: own as never,
      // The portal of the test has no TLS.
      execute: [client.allowInsecureRequests],
    });
    return { id, fetch: own, requests: new TppClient(gatewayUrl, undefined, own), configuration };
  };
  return {
    services,
    gatewayUrl,
    portalUrl,
    tpp: await tppWith(TPP_ID, pair(TPP_ID)),
    otherTpp: await tppWith(OTHER_TPP_ID, pair(OTHER_TPP_ID)),
    renewed: await tppWith(TPP_ID, later),
    withoutCertificate: fetchAs(),
    files: [files.authority.certificate, ...Object.values(files.tpp(TPP_ID, 'qwac'))],
    async [Symbol.asyncDispose]() {
      await Promise.all(agents.map((agent) => agent.close()));
      await services[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Resets the numbers of codes sent to PSUs, and of wrong codes. */
export async function forgetCodes({ services }: OAuthBank): Promise<void> {
  await services.database('sca').collection('psuAttempts').deleteMany({});
}

export const createConsent = ({ requests }: OAuthTpp, headers: Record<string, string> = {}): Promise<TppAnswer> =>
  requests.post('/v1/consents', consentBody(), { headers: { ...PSU, 'TPP-Redirect-URI': RETURN.ok, ...headers } });

export const createPayment = (
  { requests }: OAuthTpp,
  headers: Record<string, string> = {},
  order: Record<string, unknown> = {},
): Promise<TppAnswer> =>
  requests.post('/v1/payments/sepa-credit-transfers', paymentOrder(order), {
    headers: { ...PSU, 'TPP-Redirect-URI': RETURN.ok, ...headers },
  });

/** An authorisation request, as the TPP stores it until the browser is back. */
export interface Started {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
}

export async function startRequest(
  { configuration }: OAuthTpp,
  scope: string,
  { pushed = false, ...more }: { pushed?: boolean } & Record<string, string | boolean> = {},
): Promise<Started> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const parameters = {
    redirect_uri: RETURN.ok,
    scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  } as Record<string, string>;
  const url = pushed
    ? await client.buildAuthorizationUrlWithPAR(configuration, parameters)
    : client.buildAuthorizationUrl(configuration, parameters);
  return { url, verifier, state };
}

/** Has the PSU approve at the bank; returns the redirect to the TPP. */
export async function approveAtBank(
  { portalUrl }: Pick<OAuthBank, 'portalUrl'>,
  url: URL,
  { browser = new PsuClient(portalUrl), psuId = 'psu-private' }: { browser?: PsuClient; psuId?: string } = {},
): Promise<URL> {
  const result = await approveOnPages(browser, url, psuId);
  return new URL((await browser.open(nextAddressOf(result))).url);
}

/** Walks to the last page of the approval. A step that a loaded machine did not answer in time is repeated. */
export async function approveOnPages(browser: PsuClient, url: URL, psuId = 'psu-private'): Promise<Page> {
  let page = await browser.open(url.href);
  for (let step = 0; step < STEPS_MAX && !page.html.includes('name="code"'); step += 1) {
    if (page.status >= 500) page = await browser.open(page.url);
    else if (page.html.includes('name="password"'))
      page = await browser.submit(page, { psuId, password: `${psuId}-pass` });
    else page = await browser.submit(page, { authenticationMethodId: 'sms' }, '/method');
  }
  return browser.submit(page, { code: await browser.newestCode(psuId) });
}

/** Returns the address that the last page of an approval redirects to. */
export function nextAddressOf({ html }: Page): string {
  const [, href = ''] = /href="([^"]*\/oauth\/authorize\/[^"]*)"/.exec(html) ?? [];
  if (href === '') throw new Error('the page leads to no authorisation server');
  return href.replaceAll('&amp;', '&');
}

/** Signs the PSU in, and has it agree or refuse to disclose its identity to the TPP. */
export async function signInAtBank(
  { portalUrl }: Pick<OAuthBank, 'portalUrl'>,
  url: URL,
  { psuId = 'psu-private', answer = '/continue' }: { psuId?: string; answer?: string } = {},
): Promise<URL> {
  const browser = new PsuClient(portalUrl);
  const question = await approveOnPages(browser, url, psuId);
  return new URL((await browser.submit(question, {}, answer)).url);
}

export const tokensFor = (
  { configuration }: OAuthTpp,
  back: URL,
  { verifier, state }: Started,
): ReturnType<typeof client.authorizationCodeGrant> =>
  client.authorizationCodeGrant(configuration, back, { pkceCodeVerifier: verifier, expectedState: state });

export const bearer = (token: string, more: Record<string, string> = {}): { headers: Record<string, string> } => ({
  headers: { Authorization: `Bearer ${token}`, ...PSU, ...more },
});

/** Creates a consent that the PSU approves by OAuth, with its tokens. */
export async function approvedConsent(bank: OAuthBank) {
  const created = await createConsent(bank.tpp);
  const consentId = String(created.body['consentId']);
  const started = await startRequest(bank.tpp, `AIS:${consentId}`);
  const back = await approveAtBank(bank, started.url);
  return { created, consentId, started, back, tokens: await tokensFor(bank.tpp, back, started) };
}

export { hrefOf };
