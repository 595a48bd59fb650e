import { forAllTests, hrefOf } from '@xs2a/test-kit';
import { consentBody, IBAN, paymentOrder, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { codeOfApp } from '@xs2a/test-system/psu/authenticator-app';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openBrowserAt } from './browser-at-portal.ts';
import { keep, PHONE } from './check-page.ts';
import { sendForm } from './send-form.ts';

const psu = forAllTests(() => openBrowserAt(sharedSystem()));

const PAYMENTS = '/v1/payments/sepa-credit-transfers';

interface Device {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** Opens a browser on a device whose authenticator verifies its user. */
async function device(options: BrowserContextOptions): Promise<Device> {
  const page = await psu.openPage(options);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, cdp, authenticatorId };
}

async function openFactors(page: Page, psuId: string): Promise<void> {
  await page.goto(`${psu.system.portalUrl}/permissions`);
  await psu.enterPassword(page, psuId);
  if ((await page.locator('input[name=authenticationMethodId][type=radio]').count()) > 0) await psu.choose(page, 'sms');
  await psu.enterCode(page, psuId);
  await follow(page, () => page.click('a[href="/permissions/factors"]'));
}

/** Does something that leads to another page, and waits for that page. */
async function follow(page: Page, act: () => Promise<void>): Promise<void> {
  const loaded = page.waitForEvent('load');
  await act();
  await loaded;
}

function press(page: Page, selector: string): Promise<void> {
  return follow(page, async () => {
    await page.focus(selector);
    await page.keyboard.press('Enter');
  });
}

async function addPasskey({ page }: Device, psuId: string, name: string): Promise<void> {
  await openFactors(page, psuId);
  await press(page, 'form[action$="/factors/passkey"] button');
  await page.fill('input[name=name]', name);
  await press(page, '[data-start]');
}

async function startPayment(amount = '12.50') {
  const order = paymentOrder({ instructedAmount: { currency: 'EUR', amount } });
  const created = await psu.tpp.post(PAYMENTS, order, { headers: REDIRECT_HEADERS });
  return { link: hrefOf(created, 'scaRedirect'), self: hrefOf(created, 'self') };
}

/** Walks to the page that asks for a passkey. */
async function untilPasskey(page: Page, link: string, psuId = 'psu-private'): Promise<void> {
  await page.goto(link);
  await psu.enterPassword(page, psuId);
  await psu.choose(page, 'own-passkey');
}

async function statusOf(self: string): Promise<unknown> {
  return (await psu.tpp.get(`${self}/status`)).body['transactionStatus'];
}

const noticeOf = (page: Page) => page.textContent('.notice:not([hidden])');

describe('a PSU with a passkey', () => {
  it('adds it with the keyboard alone, approves a payment with it, and is not asked for it after removing it', async () => {
    const laptop = await device({ locale: 'hr-HR' });
    const { page } = laptop;
    await openFactors(page, 'psu-private');
    await keep(page, 'factors-0-none-hr');
    await press(page, 'form[action$="/factors/passkey"] button');
    await keep(page, 'factors-1-add-passkey-hr');
    await page.fill('input[name=name]', 'Prijenosno računalo');
    await press(page, '[data-start]');
    expect(await noticeOf(page)).toContain('Pristupni ključ je dodan');
    await keep(page, 'factors-2-added-hr');

    const { link, self } = await startPayment();
    await page.goto(link);
    await psu.enterPassword(page, 'psu-private');
    await keep(page, 'factors-3-choose-hr');
    await psu.choose(page, 'own-passkey');
    await keep(page, 'factors-4-passkey-hr');
    expect(await page.textContent('.summary')).toContain('12,50');
    await press(page, '[data-start]');
    await page.waitForURL(RETURN.ok);
    await eventually(
      () => statusOf(self),
      (status) => status === 'ACSC',
    );

    await page.goto(`${psu.system.portalUrl}/permissions/factors`);
    await press(page, 'form[action$="/passkey/remove"] button');
    expect(await noticeOf(page)).toContain('Uklonjeno');
    await page.goto((await startPayment()).link);
    await psu.enterPassword(page, 'psu-private');
    expect(await page.locator('input[value=own-passkey]').count()).toBe(0);
    await page.context().close();
  });

  it('reads that the device refused, tries again, and has every other method without JavaScript', async () => {
    const phone = await device({ ...PHONE, locale: 'en-GB', colorScheme: 'dark' });
    const { page, cdp, authenticatorId } = phone;
    await addPasskey(phone, 'psu-private', 'Telephone');
    await keep(page, 'factors-phone-1-list-dark-en');
    await untilPasskey(page, (await startPayment()).link);
    await keep(page, 'factors-phone-2-passkey-dark-en');
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.click('[data-start]');
    await page.waitForSelector('[data-failed]:not([hidden])');
    await keep(page, 'factors-phone-3-failed-dark-en');
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await press(page, '[data-start]');
    await page.waitForURL(RETURN.ok);
    await page.context().close();

    const plain = await (
      await psu.browser.newContext({ ...PHONE, locale: 'en-GB', javaScriptEnabled: false })
    ).newPage();
    await untilPasskey(plain, (await startPayment()).link);
    expect(await plain.isDisabled('[data-start]')).toBe(true);
    expect(await plain.textContent('[data-needs-script]')).toContain('JavaScript');
    await keep(plain, 'factors-phone-4-without-script-en', { checked: false });
    await follow(plain, () => plain.click('a[href*="choose=method"]'));
    expect(await plain.locator('input[value=sms]').count()).toBe(1);
    await plain.context().close();
  });

  it('signs in to its permissions with it, with the keyboard alone', async () => {
    const laptop = await device({ locale: 'en-GB' });
    const { page } = laptop;
    await addPasskey(laptop, 'psu-private', 'Laptop');
    await page.context().clearCookies();
    await page.goto(`${psu.system.portalUrl}/permissions`);
    await psu.enterPassword(page, 'psu-private');
    await keep(page, 'factors-sign-in-1-choose-en');
    await psu.choose(page, 'own-passkey');
    expect(await page.textContent('h1')).toBe('Sign in with your passkey');
    await keep(page, 'factors-sign-in-2-passkey-en');
    await press(page, '[data-start]');
    expect(await page.locator('a[href="/permissions/factors"]').count()).toBe(1);
    await page.context().close();
  });

  it('comes from its TPP, which had its password, goes on with the keyboard alone, and approves', async () => {
    const phone = await device({ ...PHONE, locale: 'hr-HR' });
    const { page } = phone;
    await addPasskey(phone, 'psu-multi', 'Telefon');
    const headers = { ...REDIRECT_HEADERS, 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' };
    const order = paymentOrder({ debtorAccount: { iban: IBAN.multi } });
    const created = await psu.tpp.post(PAYMENTS, order, { headers });
    const link = hrefOf(created, 'startAuthorisationWithPsuAuthentication');
    const password = { psuData: { password: 'psu-multi-pass' } };
    const started = await psu.tpp.post(link, password, { headers: { 'PSU-ID': 'psu-multi' } });
    const chosen = { authenticationMethodId: 'own-passkey' };
    const selected = await psu.tpp.put(hrefOf(started, 'selectAuthenticationMethod'), chosen);
    expect(selected.headers.get('ASPSP-SCA-Approach')).toBe('REDIRECT');
    await page.goto(hrefOf(selected, 'scaRedirect'));
    expect(await page.locator('input[type=password]').count()).toBe(0);
    await keep(page, 'factors-phone-5-from-tpp-hr');
    await press(page, 'form[action$="/continue"] button');
    await keep(page, 'factors-phone-6-passkey-hr');
    await press(page, '[data-start]');
    await eventually(
      () => statusOf(hrefOf(created, 'self')),
      (status) => status === 'ACSC',
    );
    await page.context().close();
  });

  it('runs scripts only on the passkey pages, and only from the portal', async () => {
    const policyOf = async (page: Page, url: string) => {
      const headers = (await page.goto(url))?.headers() ?? {};
      return headers['content-security-policy']?.split(';').map((part) => part.trim());
    };
    const own = await device({ locale: 'en-GB' });
    const { page } = own;
    await openFactors(page, 'psu-multi');
    expect(await policyOf(page, page.url())).not.toContain("script-src 'self'");
    await press(page, 'form[action$="/factors/passkey"] button');
    const policy = await policyOf(page, page.url());
    expect(policy).toContain("script-src 'self'");
    expect(policy?.join()).not.toMatch(/unsafe|https?:/);
    expect(await page.locator('script:not([src="/assets/passkey.js"])').count()).toBe(0);
    await page.context().close();
  });
});

describe('a PSU with an authenticator app', () => {
  it('scans or types the secret, confirms it, approves a consent with a code, and is not offered the app for a payment', async () => {
    const { page } = await device({ ...PHONE, locale: 'hr-HR', colorScheme: 'dark' });
    await openFactors(page, 'psu-private');
    await press(page, 'form[action$="/factors/totp"] button');
    await keep(page, 'factors-totp-1-add-dark-hr');
    const secret = ((await page.textContent('.secret')) ?? '').replaceAll(/\s/g, '');
    await page.fill('input[name=code]', '000000');
    await sendForm(page);
    expect(await noticeOf(page)).toContain('Kod nije ispravan');
    await keep(page, 'factors-totp-2-wrong-dark-hr');
    await page.fill('input[name=code]', codeOfApp(secret, new Date(), -1));
    await sendForm(page);
    expect(await noticeOf(page)).toContain('Aplikacija za autentifikaciju je dodana');
    await keep(page, 'factors-totp-3-added-dark-hr');

    const created = await psu.tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
    await page.goto(hrefOf(created, 'scaRedirect'));
    await psu.enterPassword(page, 'psu-private');
    await psu.choose(page, 'own-totp');
    await keep(page, 'factors-totp-4-code-dark-hr');
    await page.fill('input[name=code]', codeOfApp(secret, new Date()));
    await sendForm(page);
    const { body } = await psu.tpp.get(`/v1/consents/${String(created.body['consentId'])}/status`);
    expect(body).toEqual({ consentStatus: 'valid' });

    await page.goto((await startPayment()).link);
    await psu.enterPassword(page, 'psu-private');
    expect(await page.locator('input[value=own-totp]').count()).toBe(0);
    await page.context().close();
  });
});
