import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hrefOf, PsuClient, TppClient } from '@xs2a/test-kit';
import { consentBody, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, type FaultyProvider, startFaultyProvider } from '../../bank-sign-in/faulty-provider.ts';
import { buttonOf, signInSettings } from '../../bank-sign-in/sign-in-bank.ts';
import { type SearchedSystem, secretsAreNowhere, startSearchedSystem } from './searched-system.ts';

const folder = mkdtempSync(join(tmpdir(), 'xs2a-sign-in-canaries-'));
let provider: FaultyProvider;
let searched: SearchedSystem;
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  provider = await startFaultyProvider(publicKey);
  const jwk = await exportJWK(privateKey);
  const SIGN_IN_KEYS_FILE = join(folder, 'keys.json');
  writeFileSync(SIGN_IN_KEYS_FILE, JSON.stringify({ keys: [{ ...jwk, kid: 'of-client', alg: 'ES256' }] }));
  const profile = `preset: hr-full\n${signInSettings(provider.issuer, '', 'private_key_jwt')}`;
  searched = await startSearchedSystem(profile, { SIGN_IN_KEYS_FILE });
  searched.canaries.note('PSU-ID', 'psu-private');
  searched.canaries.note('client key', String(jwk.d));
});
afterAll(async () => {
  await searched[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Goes to the provider from the link of a consent, and returns with its answer. */
async function signIn(fault: Fault = {}) {
  const { system, canaries } = searched;
  const tpp = new TppClient(system.gatewayUrl);
  const created = await tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
  const browser = new PsuClient(system.portalUrl);
  const page = await browser.open(hrefOf(created, 'scaRedirect'));
  const away = new URL((await browser.open(buttonOf(page))).url);
  canaries.note('state', away.searchParams.get('state') ?? '');
  const back = await browser.open(provider.answerTo(away.href, fault).href);
  for (const [kind, value] of provider.secrets) canaries.note(kind, value);
  return { browser, back };
}

describe("sign-ins at the bank's identity provider", () => {
  it('lead to the second factor', async () => {
    const { browser, back } = await signIn();
    const code = await browser.submit(back, { authenticationMethodId: 'sms' }, '/method');
    const done = await browser.submit(code, {
      code: searched.canaries.note('one-time code', await browser.newestCode('psu-private')),
    });
    expect(new URL(done.url).host).toBe('tpp.example');
  });

  it('fail with wrong answers of the provider, and without an answer', async () => {
    for (const fault of [{ signedBy: 'another key' }, { claims: { nonce: 'other' } }, { status: 500 }] as const) {
      const { back } = await signIn(fault);
      expect(back.html).not.toContain('authenticationMethodId');
    }
  });
});

describe('after the sign-ins', () => {
  const kinds = ['PSU-ID', 'client key', 'code', 'verifier', 'client assertion', 'ID token', 'state', 'cookie'];
  secretsAreNowhere(() => searched, [...kinds, 'one-time code']);
});
