import { PsuClient } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keep, PHONE } from '../browser/check-page.ts';
import { sendForm } from '../browser/send-form.ts';
import { type BrowserOfPsu, openBrowserOfPsu } from '../browser/tpp-site.ts';
import { createConsent, forgetCodes, type OAuthBank, startOAuthBank, startRequest, tokensFor } from './oauth-bank.ts';

const DESKTOP = { locale: 'hr-HR' };
const DARK_PHONE = { ...PHONE, locale: 'en-GB', colorScheme: 'dark' } as const;
let bank: OAuthBank;
let psu: BrowserOfPsu;
beforeAll(async () => {
  [bank, psu] = await Promise.all([
    startOAuthBank('{ integrated: true, preStep: { accounts: optional } }'),
    openBrowserOfPsu(),
  ]);
});
afterAll(async () => {
  await psu?.[Symbol.asyncDispose]();
  await bank?.[Symbol.asyncDispose]();
});
beforeEach(() => forgetCodes(bank));

async function openPage(options: BrowserContextOptions): Promise<Page> {
  return (await psu.browser.newContext({ ...options, ignoreHTTPSErrors: true })).newPage();
}

/** Signs in with both factors, with the keyboard. */
async function signIn(page: Page): Promise<void> {
  await page.fill('[name=psuId]', 'psu-private');
  await page.fill('[name=password]', 'psu-private-pass');
  await sendForm(page);
  await page.waitForSelector('[name=authenticationMethodId]');
  await page.focus('[value=sms]');
  await sendForm(page);
  await page.waitForSelector('[name=code]');
  await page.fill('[name=code]', await new PsuClient(bank.portalUrl).newestCode('psu-private'));
  await sendForm(page);
}

const back = (page: Page) => page.waitForURL(/^https:\/\/tpp\.example\/ok\?/);

describe('a PSU with a browser', () => {
  it.each([
    ['hr', DESKTOP, 'Prijavite se za nastavak'],
    ['phone-dark-en', DARK_PHONE, 'Sign in to continue'],
  ])('discloses its identity, and the TPP gets a token: %s', async (name, options, heading) => {
    const page = await openPage(options);
    const started = await startRequest(bank.tpp, 'AIS', { pushed: true });
    await page.goto(started.url.href);
    expect(await page.textContent('h1')).toBe(heading);
    await keep(page, `oauth-${name}-sign-in`);
    await signIn(page);
    await page.waitForSelector('form[action$="/continue"]');
    await keep(page, `oauth-${name}-tell-tpp`);
    await page.locator('form[action$="/continue"] button').press('Enter');
    await back(page);
    expect(await tokensFor(bank.tpp, new URL(page.url()), started)).toMatchObject({
      token_type: 'bearer',
      scope: 'AIS',
    });
    await page.context().close();
  });

  it('declines, and the TPP learns only that', async () => {
    const page = await openPage({ ...DARK_PHONE, javaScriptEnabled: false });
    await page.goto((await startRequest(bank.tpp, 'AIS', { pushed: true })).url.href);
    await signIn(page);
    await page.locator('[action$="/decline"] button').first().press('Enter');
    await back(page);
    expect(Object.keys(Object.fromEntries(new URL(page.url()).searchParams)).toSorted()).toEqual(
      ['error', 'error_description', 'iss', 'state'].toSorted(),
    );
    await page.context().close();
  });

  it('approves a consent, and its browser returns with the code automatically', async () => {
    const page = await openPage(DESKTOP);
    const created = await createConsent(bank.tpp);
    const started = await startRequest(bank.tpp, `AIS:${String(created.body['consentId'])}`);
    await page.goto(started.url.href);
    await signIn(page);
    await back(page);
    expect(page.url().startsWith(RETURN.ok)).toBe(true);
    expect((await tokensFor(bank.tpp, new URL(page.url()), started)).refresh_token).toEqual(expect.any(String));
    await page.context().close();
  });
});
