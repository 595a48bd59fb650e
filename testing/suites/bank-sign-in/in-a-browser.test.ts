import { createBasket, readPaymentStatus, startBasketAuthorisation } from '@xs2a/contracts';
import { askForPayment, creation, newestCode, TPP } from '@xs2a/test-system/ask-as-gateway';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, PHONE } from '../browser/check-page.ts';
import { sendForm } from '../browser/send-form.ts';
import { type BrowserOfPsu, openBrowserOfPsu } from '../browser/tpp-site.ts';
import { linkOf, type SignInBank, startSignInBank } from './sign-in-bank.ts';

const tpp = { ...TPP, roles: [...TPP.roles] };
const OF_PAYMENT = { tpp, paymentService: 'payments', paymentProduct: 'sepa-credit-transfers' } as const;
const EXPLICIT = { wishes: { redirectUri: RETURN.ok, explicitAuthorisationPreferred: true } };

let bank: SignInBank;
let opened: BrowserOfPsu;
beforeAll(async () => {
  [bank, opened] = await Promise.all([startSignInBank(), openBrowserOfPsu()]);
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await bank?.[Symbol.asyncDispose]();
});

/** Keeps screenshots of the page on a desktop and on a phone. */
async function keepBoth(page: Page, name: string): Promise<void> {
  await keep(page, name);
  const desktop = page.viewportSize();
  await page.setViewportSize(PHONE.viewport);
  await keep(page, `${name}-phone`);
  if (desktop !== null) await page.setViewportSize(desktop);
}

/** Signs in at the identity provider and returns to the page of the request, by keyboard alone. */
async function signInAtBank(page: Page, link: string): Promise<void> {
  await page.focus('a.button.main');
  await sendForm(page);
  expect(new URL(page.url()).origin).toBe(bank.issuer);
  await page.fill('input[name=psuId]', 'psu-private');
  await page.fill('input[name=password]', 'psu-private-pass');
  await sendForm(page);
  expect(page.url()).toBe(link);
}

async function approveBySms(page: Page): Promise<void> {
  await page.focus('input[name=authenticationMethodId][value=sms]');
  await sendForm(page);
  await page.fill('input[name=code]', await newestCode(bank.services.bus));
  await sendForm(page);
}

async function executed(paymentId: string): Promise<void> {
  const read = () => bank.services.bus.ask(readPaymentStatus, { ...OF_PAYMENT, paymentId });
  await eventually(read, ({ transactionStatus }) => transactionStatus === 'ACSC');
}

describe('a PSU that signs in at the identity provider of the bank in a browser', () => {
  it('approves a payment on a phone without JavaScript, after seeing amount and payee, and it is executed', async () => {
    const { bus } = bank.services;
    const created = await askForPayment(bus);
    const link = linkOf(bank, created);
    const context = await opened.browser.newContext({
      ...PHONE,
      locale: 'en-GB',
      javaScriptEnabled: false,
      ignoreHTTPSErrors: true,
    });
    const page = await context.newPage();
    await page.goto(link);
    expect(await page.textContent('main')).toContain('12.50');
    await keep(page, 'bank-sign-in-1-payment-phone-en', { checked: false });
    await signInAtBank(page, link);
    expect(await page.textContent('main')).toContain('Ana Anić');
    await approveBySms(page);
    expect(page.url()).toBe(RETURN.ok);
    await executed(created.paymentId);
    await context.close();
  });

  it('types a wrong password, cancels, and then approves a basket in Croatian, with one code for all its payments', async () => {
    const { bus } = bank.services;
    const [one, other] = await Promise.all([askForPayment(bus, {}, EXPLICIT), askForPayment(bus, {}, EXPLICIT)]);
    const paymentIds = [one.paymentId, other.paymentId];
    const { basketId } = await bus.ask(createBasket, { ...creation(EXPLICIT), body: { paymentIds } });
    const started = await bus.ask(startBasketAuthorisation, { ...creation(), basketId });
    const link = linkOf(bank, { authorisation: started });
    const page = await opened.browser.newPage({ locale: 'hr-HR', colorScheme: 'dark', ignoreHTTPSErrors: true });
    await page.goto(link);
    await keepBoth(page, 'bank-sign-in-2-basket-dark-hr');
    await page.click('a.button.main');
    expect(await page.textContent('h1')).toBe('Prijava u internetsko bankarstvo');
    const elsewhere = await opened.browser.newPage({ locale: 'en-GB', ignoreHTTPSErrors: true });
    await elsewhere.goto(page.url());
    expect(await elsewhere.textContent('h1')).toBe('This sign-in is over');
    await keepBoth(elsewhere, 'identity-provider-over-en');
    await elsewhere.close();
    await page.fill('input[name=psuId]', 'psu-private');
    await page.fill('input[name=password]', 'wrong');
    await sendForm(page);
    expect(await page.textContent('[role=alert]')).toBe('Korisnička oznaka ili lozinka nije ispravna.');
    await keepBoth(page, 'identity-provider-wrong-dark-hr');
    await page.click('a[href$="/cancel"]');
    expect(await page.textContent('[role=alert]')).toContain('Prijava kod banke nije dovršena.');
    await keepBoth(page, 'bank-sign-in-3-cancelled-dark-hr');
    await signInAtBank(page, link);
    await approveBySms(page);
    expect(page.url()).toBe(RETURN.ok);
    for (const paymentId of paymentIds) await executed(paymentId);
    await page.close();
  });
});
