import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  beginBankLogin,
  beginBankSignIn,
  confirmSignIn,
  finishBankLogin,
  finishBankSignIn,
  selectSignInMethod,
} from '@xs2a/contracts';
import { freePort, type Page, PsuClient } from '@xs2a/test-kit';
import { askForConsent } from '@xs2a/test-system/ask-as-gateway';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOAuthBank, startRequest, tokensFor } from '../oauth/oauth-bank.ts';
import { type FaultyProvider, startFaultyProvider } from './faulty-provider.ts';
import { type SignInBank, signInAtProvider, signInSettings, startSignInBank, writeSecret } from './sign-in-bank.ts';

const SECOND_FACTOR = /name="(authenticationMethodId|code)"/;

type Entry = { issuer: string; portalUrl: string };

/** Walks from the first page to the page after the second factor. */
async function signIn(bank: Entry, browser: PsuClient, first: Page): Promise<Page> {
  let page = await browser.open((await signInAtProvider(bank, browser, first)).href);
  expect(page.url).toBe(first.url);
  if (!page.html.includes('name="code"'))
    page = await browser.submit(page, { authenticationMethodId: 'sms' }, '/method');
  return browser.submit(page, { code: await browser.newestCode('psu-private') });
}

describe('a sign-in at the bank for the portal pages', () => {
  let bank: SignInBank;
  beforeAll(async () => {
    bank = await startSignInBank();
  });
  afterAll(() => bank[Symbol.asyncDispose]());
  beforeEach(() => bank.services.database('sca').collection('psuAttempts').deleteMany({}));

  it.each(['/permissions', '/permissions/factors'])(
    '%s: the PSU signs in at its bank, then with its second factor',
    async (path) => {
      const browser = new PsuClient(bank.portalUrl);
      const first = await browser.open(bank.portalUrl + path);
      expect(first.html).not.toContain('name="password"');
      const page = await signIn(bank, browser, first);
      expect(page.html).not.toMatch(SECOND_FACTOR);
      expect(page.html).not.toContain('bank-sign-in');
      expect((await browser.open(bank.portalUrl + path)).url).toBe(bank.portalUrl + path);
    },
  );

  it('is not complete before the second factor', async () => {
    const browser = new PsuClient(bank.portalUrl);
    const first = await browser.open(`${bank.portalUrl}/permissions`);
    const page = await browser.open((await signInAtProvider(bank, browser, first)).href);
    expect(page.html).toMatch(SECOND_FACTOR);
    const factors = await browser.open(`${bank.portalUrl}/permissions/factors`);
    expect(factors.url).toBe(`${bank.portalUrl}/permissions`);
    expect(factors.html).toMatch(SECOND_FACTOR);
  });

  it('returns each of two tabs, one at a request and one at the permissions, to its own page', async () => {
    const created = await askForConsent(bank.services.bus);
    const link = `${bank.portalUrl}/sca/${created.authorisation?.redirectReference ?? ''}`;
    const browser = new PsuClient(bank.portalUrl);
    const [request, permissions] = [await browser.open(link), await browser.open(`${bank.portalUrl}/permissions`)];
    const backs = [await signInAtProvider(bank, browser, request), await signInAtProvider(bank, browser, permissions)];
    const urls = [];
    for (const back of backs.toReversed()) urls.push((await browser.open(back.href)).url);
    expect(urls).toEqual([`${bank.portalUrl}/permissions`, link]);
  });
});

describe('the answer of the provider to a sign-in for a page', () => {
  let provider: FaultyProvider;
  let bank: SignInBank;
  beforeAll(async () => {
    provider = await startFaultyProvider();
    bank = await startSignInBank({ issuer: provider.issuer });
  });
  afterAll(async () => {
    await bank[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const page = '/permissions';
  const begin = () => bank.services.bus.ask(beginBankLogin, { page });
  const answerTo = (location: string, claims = {}) => provider.answerTo(location, { claims }).search.slice(1);

  it('is accepted once', async () => {
    const { bus } = bank.services;
    const { location, browserKey } = await begin();
    const request = { page, browserKey, answer: answerTo(location) };
    expect((await bus.ask(finishBankLogin, request)).session).toEqual(expect.any(String));
    expect(await bus.ask(finishBankLogin, request)).toEqual({
      view: { step: 'authentication', problem: 'bankSignInExpired' },
    });
  });

  it('is accepted for no other page and no authorisation, nor the answer for an authorisation for a page', async () => {
    const { bus } = bank.services;
    const redirectReference = (await askForConsent(bus)).authorisation?.redirectReference ?? '';
    const forPage = await begin();
    const other = { page: '/oauth/sign-in/a', browserKey: forPage.browserKey, answer: answerTo(forPage.location) };
    expect((await bus.ask(finishBankLogin, other)).view.problem).toBe('bankSignInExpired');
    const { browserKey, answer } = other;
    expect((await bus.ask(finishBankSignIn, { redirectReference, browserKey, answer })).view.problem).toBe(
      'bankSignInExpired',
    );
    const forRequest = await bus.ask(beginBankSignIn, { redirectReference });
    const wrong = { page, browserKey: forRequest.browserKey, answer: answerTo(forRequest.location) };
    expect((await bus.ask(finishBankLogin, wrong)).view.problem).toBe('bankSignInExpired');
  });

  it.each([
    ['that the bank does not know', 'nobody', 'bankSignInUnknown'],
    ['that the bank has blocked', 'psu-blocked', 'serviceBlocked'],
  ])('signs in no PSU %s', async (_, sub, problem) => {
    const { location, browserKey } = await begin();
    const request = { page, browserKey, answer: answerTo(location, { sub }) };
    const { view, session } = await bank.services.bus.ask(finishBankLogin, request);
    expect([view.problem, session]).toEqual([problem, undefined]);
  });

  it('signs in no PSU that has no attempts left at the second factor', async () => {
    const { bus } = bank.services;
    const { location, browserKey } = await begin();
    const signedIn = await bus.ask(finishBankLogin, { page, browserKey, answer: answerTo(location) });
    let { session = '' } = signedIn;
    const chosen = { session, authenticationMethodId: 'sms' };
    ({ session = '' } = await bus.ask(selectSignInMethod, chosen));
    for (let attempt = 0; attempt < 10 && session !== ''; attempt += 1) {
      ({ session = '' } = await bus.ask(confirmSignIn, { session, scaAuthenticationData: '000000' }));
    }
    const again = await begin();
    const request = { page, browserKey: again.browserKey, answer: answerTo(again.location) };
    expect((await bus.ask(finishBankLogin, request)).view.problem).toBe('signInClosed');
  });
});

it('a TPP that asks who its user is (OAuth pre-step) learns it after a sign-in at the bank', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'xs2a-pre-step-'));
  const providerPort = await freePort();
  const issuer = `http://localhost:${providerPort}`;
  await using bank = await startOAuthBank('{ integrated: true, preStep: { accounts: optional } }', {
    profile: signInSettings(issuer),
    variables: { IDENTITY_PROVIDER_PORT: String(providerPort), SIGN_IN_SECRET_FILE: writeSecret(folder) },
  });
  rmSync(folder, { recursive: true });
  const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
  const browser = new PsuClient(bank.portalUrl);
  const first = await browser.open(started.url.href);
  expect(first.html).not.toContain('name="password"');
  const question = await signIn({ issuer, portalUrl: bank.portalUrl }, browser, first);
  const back = new URL((await browser.submit(question, {}, '/continue')).url);
  expect(await tokensFor(bank.tpp, back, started)).toMatchObject({ token_type: 'bearer', scope: 'AIS' });
});
