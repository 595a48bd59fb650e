import { fileURLToPath } from 'node:url';
import { forAllTests, hrefOf, profileFile } from '@xs2a/test-kit';
import { consentBody, IBAN, paymentOrder, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { approve } from '@xs2a/test-system/psu/approve';
import { runCompact } from '@xs2a/test-system/start/run-compact';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openBrowserAt } from './browser-at-portal.ts';
import { keep, PHONE } from './check-page.ts';
import { sendForm } from './send-form.ts';

const system = forAllTests(() => runCompact({ PROFILE: profileFile('combinedService: true') }));
const psu = forAllTests(() => openBrowserAt(system));

async function granted(body: Record<string, unknown> = {}): Promise<string> {
  const created = await psu.tpp.post('/v1/consents', consentBody(body), { headers: REDIRECT_HEADERS });
  await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
  return String(created.body['consentId']);
}

async function standingOrder(body: Record<string, unknown> = {}): Promise<string> {
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const order = { ...paymentOrder(), startDate: day, frequency: 'Monthly', ...body };
  const created = await psu.tpp.post('/v1/periodic-payments/sepa-credit-transfers', order, {
    headers: REDIRECT_HEADERS,
  });
  await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
  return String(created.body['paymentId']);
}

function readAccounts(consentId: string, headers: Record<string, string> = {}) {
  return psu.tpp.get('/v1/accounts', { headers: { 'Consent-ID': consentId, ...headers } });
}

async function untilCode(page: Page): Promise<void> {
  await page.click('a[href="/permissions"]');
  await psu.enterPassword(page);
  await psu.choose(page, 'sms');
}

describe('a PSU on the page of its permissions', () => {
  it('signs in from the home page, sees who may read what and how often they did, withdraws it, and the next read is refused', async () => {
    const earlier = await granted();
    const consentId = await granted({
      access: { balances: [{ iban: IBAN.private }], accounts: [{ iban: IBAN.savings }] },
    });
    for (let read = 1; read <= 3; read++) {
      expect((await readAccounts(consentId, { 'PSU-IP-Address': '192.0.2.10' })).status).toBe(200);
    }
    expect((await readAccounts(consentId)).status).toBe(200);

    const page = await psu.openPage({ locale: 'hr-HR' });
    await page.goto(system.portalUrl);
    await keep(page, 'permissions-0-home-hr');
    await page.click('a[href="/permissions"]');
    await keep(page, 'permissions-1-sign-in-hr');
    await psu.enterPassword(page);
    await keep(page, 'permissions-2-method-hr');
    await psu.choose(page, 'sms');
    await keep(page, 'permissions-3-code-hr');
    await psu.enterCode(page);
    await keep(page, 'permissions-4-overview-hr');
    const first = (await page.textContent('.permission')) ?? '';
    expect(first).toContain('HR27 9990 0051 1000 0001\u00A09');
    expect(first).toContain('Ukupno 4, danas 4');
    expect(await page.locator('.permission').count()).toBe(2);
    expect(await page.isVisible('.ended-list')).toBe(false);
    await page.click('.ended summary');
    expect(await page.isVisible('.ended-list')).toBe(true);
    await keep(page, 'permissions-4-ended-hr');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('a[href$="/file.csv"]')]);
    expect(file.suggestedFilename()).toBe('suglasnosti.csv');
    const [document] = await Promise.all([page.waitForEvent('download'), page.click('a[href$="/file.pdf"]')]);
    expect(document.suggestedFilename()).toBe('suglasnosti.pdf');
    await document.saveAs(fileURLToPath(new URL('../../../.local/screenshots/permissions.pdf', import.meta.url)));
    expect(await page.locator(`.over a[href="/permissions/${earlier}"]`).count()).toBe(1);

    await page.click(`a[href="/permissions/${consentId}"]`);
    await keep(page, 'permissions-5-details-hr');
    expect(await page.textContent('.accesses')).toContain('Popis računa: 4 puta, od toga 1 bez Vašeg sudjelovanja');
    await page.click('a[href$="/withdraw"]');
    await keep(page, 'permissions-5-question-hr');
    expect((await psu.tpp.get(`/v1/consents/${consentId}/status`)).body).toEqual({ consentStatus: 'valid' });
    await page.click('form[action$="/withdraw"] button');
    await page.waitForSelector('[role=status]');
    expect(await page.textContent('[role=status]')).toContain('Povukli ste ovu suglasnost');
    expect(new URL(page.url()).pathname).toBe(`/permissions/${consentId}`);
    await keep(page, 'permissions-6-withdrawn-hr');
    const refused = await readAccounts(consentId, { 'PSU-IP-Address': '192.0.2.10' });
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('"CONSENT_INVALID"')]);
    const status = await psu.tpp.get(`/v1/consents/${consentId}/status`);
    expect(status.body).toEqual({ consentStatus: 'revokedByPsu' });
    await page.reload();
    expect(await page.locator('[role=status]').count()).toBe(0);
    await page.goto(`${system.portalUrl}/permissions`);
    await keep(page, 'permissions-7-nothing-valid-hr');
    await page.click('form[action$="/sign-out"] button');
    await keep(page, 'permissions-8-signed-out-hr');
    await page.goto(`${system.portalUrl}/permissions/${consentId}`);
    expect(await page.locator('input[name=password]').count()).toBe(1);
    await page.context().close();
  });

  it('can do all that in English on a phone without JavaScript, withdrawing from the overview', async () => {
    const consentId = await granted();
    const paymentId = await standingOrder({ creditorName: 'Dječji vrtić Čarobnjak' });
    const page = await psu.openPage({ ...PHONE, locale: 'en-GB', javaScriptEnabled: false });
    await page.goto(system.portalUrl);
    await untilCode(page);
    await keep(page, 'permissions-phone-1-code-en', { checked: false });
    await psu.enterCode(page);
    await keep(page, 'permissions-phone-2-overview-en', { checked: false });
    await page.click(`a[href="/permissions/${consentId}/withdraw"]`);
    await page.click(`form[action="/permissions/${consentId}/withdraw"] button`);
    await page.waitForSelector('[role=status]');
    await keep(page, 'permissions-phone-3-withdrawn-en', { checked: false });
    expect((await readAccounts(consentId)).status).toBe(401);

    await page.goto(`${system.portalUrl}/permissions?q=čarobnjak`);
    expect(await page.locator('.permission').count()).toBe(1);
    await page.click(`a[href="/permissions/standing-orders/${paymentId}/withdraw"]`);
    await keep(page, 'permissions-phone-3-standing-order-question-en', { checked: false });
    await page.click(`form[action="/permissions/standing-orders/${paymentId}/withdraw"] button`);
    await page.waitForSelector('[role=status]');
    await keep(page, 'permissions-phone-3-standing-order-cancelled-en', { checked: false });
    const { body } = await psu.tpp.get(`/v1/periodic-payments/sepa-credit-transfers/${paymentId}/status`);
    expect(body['transactionStatus']).toBe('CANC');
    await page.context().close();
  });

  it('has no axe findings on a phone in English', async () => {
    await granted();
    const paymentId = await standingOrder();
    const page = await psu.openPage({ ...PHONE, locale: 'en-GB', colorScheme: 'dark' });
    await page.goto(system.portalUrl);
    await untilCode(page);
    await psu.enterCode(page);
    await keep(page, 'permissions-phone-4-overview-dark-en');
    await page.click('.permission-foot a');
    await keep(page, 'permissions-phone-5-details-dark-en');
    await page.goto(`${system.portalUrl}/permissions/standing-orders/${paymentId}`);
    await keep(page, 'permissions-phone-6-standing-order-dark-en');
    await page.context().close();
  });
});

describe('a payment in the browser session of a consent (decision 80)', () => {
  /** Signs in if asked, takes the code by SMS, and ends at the TPP. */
  async function approveIn(shown: Page): Promise<void> {
    await psu.choose(shown, 'sms');
    await shown.waitForSelector('input[name=code]');
    await psu.enterCode(shown);
    await shown.waitForURL(`${RETURN.ok}*`);
  }

  it('asks for no password in the browser of the consent but in another; no script can read the cookies', async () => {
    const consent = await psu.tpp.post('/v1/consents', consentBody({ combinedServiceIndicator: true }), {
      headers: REDIRECT_HEADERS,
    });
    const own = await psu.openPage({ locale: 'hr-HR' });
    await own.goto(hrefOf(consent, 'scaRedirect'));
    await psu.enterPassword(own);
    await keep(own, 'combined-1-consent-hr');
    await approveIn(own);

    const headers = { ...REDIRECT_HEADERS, 'Consent-ID': String(consent.body['consentId']) };
    const payment = await psu.tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), { headers });
    const link = hrefOf(payment, 'scaRedirect');
    const elsewhere = await psu.openPage({ ...PHONE, locale: 'en-GB' });
    await elsewhere.goto(link);
    expect(await elsewhere.locator('input[name=password]').count()).toBe(1);
    expect(await elsewhere.textContent('main')).not.toContain('Tekući račun');

    await own.goto(link);
    await keep(own, 'combined-2-continue-hr');
    expect(await own.locator('input[name=password]').count()).toBe(0);
    const cookies = await own.context().cookies(system.portalUrl);
    const visits = cookies.filter(({ name }) => name.includes('xs2a-visit-'));
    expect(visits.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual(visits.map(() => [true, 'Lax']));
    expect(visits.length).toBeGreaterThanOrEqual(2);
    expect(await own.evaluate('document.cookie')).not.toContain('visit');
    await own.focus('form[action$="/continue"] button');
    await sendForm(own);
    await keep(own, 'combined-3-review-hr');
    await approveIn(own);
    expect((await psu.tpp.follow(payment, 'scaStatus')).body).toMatchObject({ scaStatus: 'finalised' });

    const next = await psu.tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), { headers });
    await own.goto(hrefOf(next, 'scaRedirect'));
    expect(await own.locator('input[name=password]').count()).toBe(1);
    for (const shown of [own, elsewhere]) await shown.context().close();
  });
});
