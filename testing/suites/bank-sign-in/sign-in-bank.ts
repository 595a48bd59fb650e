import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Page, PsuClient } from '@xs2a/test-kit';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';

/** A bank whose PSUs sign in at its identity provider. */
export interface SignInBank extends AsyncDisposable {
  readonly services: TestServices;
  readonly portalUrl: string;
  readonly issuer: string;
}

/**
 * Starts a bank with the identity provider of the sandbox, or the one at `issuer`. `more` adds sign-in settings, `settings` lines
 * of the profile.
 */
export async function startSignInBank({
  issuer: other,
  more = '',
  settings = '',
  keys,
}: {
  issuer?: string;
  more?: string;
  settings?: string;
  /** Client keys (JWK Set), in place of a client secret. */
  keys?: object;
} = {}): Promise<SignInBank> {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-sign-in-'));
  const [portalPort, providerPort] = await Promise.all([freePort(), freePort()]);
  const portalUrl = `http://localhost:${portalPort}`;
  const issuer = other ?? `http://localhost:${providerPort}`;
  const profile = join(folder, 'profile.yaml');
  writeFileSync(profile, `preset: hr-full\n${signInSettings(issuer, more, keys && 'private_key_jwt')}${settings}\n`);
  const credential =
    keys === undefined ? { SIGN_IN_SECRET_FILE: writeSecret(folder) } : { SIGN_IN_KEYS_FILE: writeKeys(folder, keys) };
  const env = {
    PROFILE: profile,
    PORTAL_URL: portalUrl,
    PORTAL_PORT: String(portalPort),
    ...credential,
    ...(other === undefined && { IDENTITY_PROVIDER_PORT: String(providerPort) }),
  };
  const services = await startServicesWith(env, 'portal', 'sca', 'bank', 'consent', 'payments');
  return {
    services,
    portalUrl,
    issuer,
    async [Symbol.asyncDispose]() {
      await services[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the part of a profile that has PSUs sign in at the provider. */
export function signInSettings(issuer: string, more = '', clientAuthentication = 'client_secret_basic'): string {
  const settings = `issuer: '${issuer}', clientId: xs2a, clientAuthentication: ${clientAuthentication}`;
  return `scaApproaches: [REDIRECT, DECOUPLED]
psuSignIn: oidc
identityProvider: { ${settings}, scopes: [openid], psuIdClaim: sub, corporateIdClaim: corporate_id${more} }
`;
}

/** Writes the client secret for the sandbox provider to a file and returns its path. */
export function writeSecret(folder: string): string {
  const file = join(folder, 'secret');
  writeFileSync(file, 'xs2a-sandbox-secret\n');
  return file;
}

function writeKeys(folder: string, keys: object): string {
  const file = join(folder, 'keys.json');
  writeFileSync(file, JSON.stringify(keys));
  return file;
}

type Created = { authorisation?: { redirectReference?: string | undefined } | undefined };

export function linkOf({ portalUrl }: SignInBank, { authorisation }: Created): string {
  return `${portalUrl}/sca/${authorisation?.redirectReference ?? ''}`;
}

/** Returns the address that the button of a page leads to. */
export function buttonOf({ html, url }: Page): string {
  const [, href = ''] = /class="button main"[^>]* href="([^"]*)"/.exec(html) ?? [];
  if (href === '') throw new Error(`no button on ${url}`);
  return new URL(href.replaceAll('&amp;', '&'), url).href;
}

/** Signs in at the identity provider from a page of the portal, and returns the redirect back, not yet followed. */
export async function signInAtProvider(
  { issuer }: Pick<SignInBank, 'issuer'>,
  browser: PsuClient,
  page: Page,
  psuId = 'psu-private',
): Promise<URL> {
  const away = await browser.open(buttonOf(page));
  const provider = new PsuClient(issuer);
  const form = await provider.open(away.url);
  const back = await provider.submit(form, { psuId, password: `${psuId}-pass` });
  return new URL(back.url);
}
