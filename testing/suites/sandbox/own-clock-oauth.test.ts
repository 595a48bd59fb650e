import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchBy } from '@xs2a/client';
import { PsuClient, profileFile } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nextAddressOf, startRequest, tokensFor } from '../oauth/oauth-bank.ts';
import { DeveloperDays } from './developer-days.ts';
import { consentFor, type Developer, type DeveloperSandbox, startDeveloperSandbox } from './start-developer-sandbox.ts';

const XS2A = join(import.meta.dirname, '..', '..', '..', 'tools', 'xs2a.ts');
const SERVICES = ['gateway', 'portal', 'oauth', 'consent', 'sca', 'accounts', 'payments', 'bank'] as const;
/** Longer than the lifetime of a new link. */
const LATER = { minutes: 20 };

const folder = mkdtempSync(join(tmpdir(), 'xs2a-own-clock-oauth-'));
let sandbox: DeveloperSandbox;
let ana: Developer;
let ivo: Developer;
beforeAll(async () => {
  execFileSync(process.execPath, [XS2A, 'keys', 'token', '--out', folder]);
  const variables = {
    PROFILE: profileFile('oauth: { integrated: true }'),
    TOKEN_KEYS_FILE: join(folder, 'token-keys.json'),
  };
  sandbox = await startDeveloperSandbox(variables, ...SERVICES);
  ana = await sandbox.register({ psus: [{ name: 'Ana', accounts: [{ months: 0 }] }] });
  ivo = await sandbox.register({ psus: [{ name: 'Ivo', accounts: [{ months: 0 }] }] });
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Begins as a TPP that redirects its PSU to the authorisation server. */
async function begin({ tpp, iban, qwac, authority, workspace, psu, key }: Developer) {
  const created = await consentFor({ tpp } as Developer, iban, {
    'TPP-Redirect-Preferred': 'true',
    'TPP-Redirect-URI': RETURN.ok,
    'PSU-IP-Address': '192.0.2.10',
  });
  const configuration = await client.discovery(
    new URL(sandbox.gatewayUrl),
    workspace.tppId,
    undefined,
    client.TlsClientAuth(),
    {
      algorithm: 'oauth2',
      [client.customFetch]: fetchBy({ ...qwac, authority }) as never,
      // The portal of the test has no TLS.
      execute: [client.allowInsecureRequests],
    },
  );
  const of = { configuration } as Parameters<typeof startRequest>[0];
  const scope = `AIS:${String(created.body['consentId'])}`;
  const browser = new PsuClient(sandbox.portalUrl);
  const open = async () => {
    const started = await startRequest(of, scope);
    return { started, page: await browser.open(started.url.href) };
  };
  // A step that a loaded machine did not answer in time is repeated.
  const signIn = (page: Awaited<ReturnType<typeof open>>['page']) =>
    eventually(
      () => browser.submit(page, { psuId: psu.psuId, password: psu.password }),
      ({ status }) => status < 500,
    );
  const consentStatus = async () => (await tpp.follow(created, 'status')).body['consentStatus'];
  const driver = sandbox.driverOf({ tpp } as Developer, psu, key);
  return { of, browser, open, signIn, consentStatus, newestCode: () => driver.newestCode() };
}

it('pages of the authorisation server end with the day of the developer, and work on the days after', async () => {
  const days = new DeveloperDays(sandbox);
  const both = await Promise.all(
    [ana, ivo].map(async (by) => {
      const journey = await begin(by);
      return { ...journey, page: (await journey.open()).page };
    }),
  );
  await days.daysPass(ana, 2);
  const signedIn = await Promise.all(both.map(async ({ signIn, page }) => (await signIn(page)).html));
  expect(signedIn.map((html) => html.includes('name="authenticationMethodId"'))).toEqual([false, true]);
  expect(await Promise.all(both.map(({ consentStatus }) => consentStatus()))).toEqual(['rejected', 'received']);

  const { of, browser, open, signIn, consentStatus, newestCode } = await begin(ana);
  sandbox.services.clock.forward(LATER);
  const { started, page } = await open();
  const chosen = await browser.submit(await signIn(page), { authenticationMethodId: 'sms' }, '/method');
  const result = await browser.submit(chosen, { code: await newestCode() });
  const back = new URL((await browser.open(nextAddressOf(result))).url);
  expect(await tokensFor(of, back, started)).toMatchObject({ token_type: 'bearer' });
  expect(await consentStatus()).toBe('valid');
});
