import { hrefOf, TppClient } from '@xs2a/test-kit';
import { consentOrder, paymentOrder, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import type { System } from '@xs2a/test-system/start/prepare-system';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, PHONE } from './keep.ts';
import { sendForm } from './send-form.ts';
import { type BrowserOfPsu, openBrowserOfPsu } from './tpp-site.ts';

const PAYMENTS = '/v1/payments/sepa-credit-transfers';

let system: System;
let opened: BrowserOfPsu;
let browser: Browser;
let tpp: TppClient;

beforeAll(async () => {
  [system, opened] = await Promise.all([sharedSystem(), openBrowserOfPsu()]);
  ({ browser } = opened);
  tpp = new TppClient(system.gatewayUrl);
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
});

async function codeFor(psuId: string): Promise<string> {
  const inbox = await fetch(`${system.portalUrl}/sandbox/inbox/${psuId}`);
  const [newest] = (await inbox.json()) as { code: string }[];
  return newest?.code ?? '';
}

async function visit(link: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...options, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

async function signIn(page: Page, psuId: string): Promise<void> {
  await page.fill('input[name=psuId]', psuId);
  await page.fill('input[name=password]', `${psuId}-pass`);
  await sendForm(page);
}

describe('a PSU in a browser', () => {
  it('approves a consent in Croatian on a desktop, and is sent back to TPP-Redirect-URI with its state', async () => {
    const created = await tpp.post('/v1/consents', consentOrder(), { headers: REDIRECT_HEADERS });
    const page = await visit(`${hrefOf(created, 'scaRedirect')}?state=s-17`, { locale: 'hr-HR' });
    expect(await page.getAttribute('html', 'lang')).toBe('hr');
    await keep(page, 'consent-1-sign-in-hr');
    await signIn(page, 'psu-private');
    expect(await page.textContent('main')).toContain('HR27 9990 0051 1000 0001\u00A09');
    await keep(page, 'consent-2-review-hr');
    await page.focus('input[name=authenticationMethodId][value=sms]');
    await sendForm(page);
    await page.waitForSelector('input[name=code]');
    await keep(page, 'consent-3-code-hr');
    await page.fill('input[name=code]', await codeFor('psu-private'));
    await sendForm(page);
    // No page in between: the TPP shows the rest.
    await page.waitForURL(`${RETURN.ok}?state=s-17`);
    expect((await tpp.follow(created, 'status')).body).toEqual({ consentStatus: 'valid' });
    // Whoever comes back to the link is sent on.
    await page.goto(`${hrefOf(created, 'scaRedirect')}?state=s-17`);
    expect(page.url()).toBe(`${RETURN.ok}?state=s-17`);
    await page.context().close();
  });

  it('approves a payment in English on a phone without JavaScript, sees amount and payee before the code, and it is executed', async () => {
    const created = await tpp.post(PAYMENTS, paymentOrder(), { headers: REDIRECT_HEADERS });
    const page = await visit(hrefOf(created, 'scaRedirect'), { ...PHONE, locale: 'en-GB', javaScriptEnabled: false });
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await keep(page, 'payment-1-sign-in-en', { checked: false });
    await signIn(page, 'psu-private');
    await page.focus('input[name=authenticationMethodId][value=sms]');
    await keep(page, 'payment-2-review-en', { checked: false });
    await sendForm(page);
    await page.waitForSelector('input[name=code]');
    const shown = (await page.textContent('main')) ?? '';
    expect(shown).toContain('12.50');
    expect(shown).toContain('Ana Anić');
    await keep(page, 'payment-3-code-en', { checked: false });
    await page.fill('input[name=code]', await codeFor('psu-private'));
    await sendForm(page);
    await page.waitForURL(RETURN.ok);
    await eventually(
      () => tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === 'ACSC',
    );
    await page.context().close();
  });

  it('chooses the accounts of a bank-offered consent, and is reminded when it chose none', async () => {
    const order = consentOrder({ access: { balances: [] } });
    const created = await tpp.post('/v1/consents', order, { headers: REDIRECT_HEADERS });
    const page = await visit(hrefOf(created, 'scaRedirect'), { locale: 'hr-HR' });
    await signIn(page, 'psu-private');
    await page.waitForSelector('input[name=accounts]');
    await keep(page, 'bank-offered-1-choice-hr');
    await page.click('button.main');
    await page.waitForSelector('[role=alert]');
    await keep(page, 'bank-offered-2-none-chosen-hr');
    await page.check('input[name=accounts] >> nth=1');
    await page.click('button.main');
    await page.waitForSelector('input[name=code]');
    await keep(page, 'bank-offered-3-code-hr');
    await page.fill('input[name=code]', await codeFor('psu-private'));
    await sendForm(page);
    await page.waitForURL(RETURN.ok);
    const { access } = (await tpp.follow(created, 'self')).body as { access?: { balances: unknown[] } };
    expect(access?.balances).toHaveLength(1);
    await page.context().close();
  });

  it('declines a payment, and is sent to TPP-Nok-Redirect-URI', async () => {
    const created = await tpp.post(PAYMENTS, paymentOrder(), { headers: REDIRECT_HEADERS });
    const page = await visit(hrefOf(created, 'scaRedirect'), { locale: 'hr-HR' });
    await signIn(page, 'psu-private');
    await page.click('form[action$="/decline"] button');
    await page.waitForURL(RETURN.nok);
    expect((await tpp.follow(created, 'status')).body).toEqual({ transactionStatus: 'RJCT' });
    await page.context().close();
  });

  it('is told what is wrong where it is wrong, and is helped by pages for dead links', async () => {
    const created = await tpp.post(PAYMENTS, paymentOrder(), { headers: REDIRECT_HEADERS });
    const page = await visit(hrefOf(created, 'scaRedirect'), { locale: 'en-GB' });
    await page.fill('input[name=psuId]', 'psu-private');
    await page.fill('input[name=password]', 'wrong');
    await sendForm(page);
    expect(await page.textContent('[role=alert]')).not.toBe('');
    await keep(page, 'sign-in-wrong-en');
    await page.goto(`${system.portalUrl}/sca/nothing`);
    await keep(page, 'link-unknown-en');
    await page.goto(system.portalUrl);
    await keep(page, 'home-en');
    await page.goto(`${system.portalUrl}/sandbox/inbox/psu-private`);
    await keep(page, 'inbox-en');
    await page.context().close();
  });
});
