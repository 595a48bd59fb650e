import { forAllTests, hrefOf } from '@xs2a/test-kit';
import { consentBody, paymentOrder, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openBrowserAt } from './browser-at-portal.ts';
import { keep, PHONE } from './check-page.ts';
import { sendForm } from './send-form.ts';

const PAYMENTS = '/v1/payments/sepa-credit-transfers';
const DEVICE = '/sandbox/device/psu-private';

const psu = forAllTests(() => openBrowserAt(sharedSystem()));

/** Signs in and picks a method, with the keyboard alone. */
async function signInTo(page: Page, link: string, method: string): Promise<void> {
  await page.goto(link);
  await page.focus('input[name=psuId]');
  await page.keyboard.type('psu-private');
  await page.keyboard.press('Tab');
  await page.keyboard.type('psu-private-pass');
  await sendForm(page);
  await psu.choose(page, method);
}

interface Prompt {
  readonly authorisationId: string;
  readonly text: string;
}

async function promptsOf(psuId: string): Promise<Prompt[]> {
  return (await (await fetch(`${psu.system.portalUrl}/sandbox/device/${psuId}`)).json()) as Prompt[];
}

/** Answers for the device, by a request. */
function answer(authorisationId: string, approve: unknown, psuId = 'psu-private'): Promise<Response> {
  return fetch(`${psu.system.portalUrl}/sandbox/device/${psuId}/${authorisationId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ approve }),
  });
}

describe('a PSU with a device', () => {
  it('compares the requests, approves on its device with the keyboard alone, and the waiting page goes on to the TPP', async () => {
    const created = await psu.tpp.post(PAYMENTS, paymentOrder(), { headers: REDIRECT_HEADERS });
    const page = await psu.openPage({ locale: 'hr-HR' });
    await signInTo(page, `${hrefOf(created, 'scaRedirect')}?state=s-17`, 'push');
    expect(await page.textContent('h1')).toBe('Potvrdite na svom uređaju');
    expect(await page.textContent('main')).toContain('Ana Anić');
    await keep(page, 'device-1-waiting-hr');

    const device = await psu.openPage({ ...PHONE, locale: 'hr-HR' });
    await device.goto(`${psu.system.portalUrl}${DEVICE}`);
    const prompt = (await device.textContent('.messages li')) ?? '';
    expect(prompt).toContain('12,50\u00A0EUR');
    expect(prompt).toContain('Ana Anić');
    await keep(device, 'device-2-asked-phone-hr');
    await device.focus('.messages button[value=true]');
    await sendForm(device);
    expect(await device.textContent('[role=status]')).toContain('Zahtjev ste odobrili na uređaju.');
    expect(await device.locator('.messages li').count()).toBe(0);
    await keep(device, 'device-3-answered-phone-hr');
    await device.context().close();

    await page.waitForURL(`${RETURN.ok}?state=s-17`);
    await eventually(
      () => psu.tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === 'ACSC',
    );
    await page.context().close();
  });

  it('declines on its device without JavaScript, and is sent to TPP-Nok-Redirect-URI', async () => {
    const created = await psu.tpp.post(PAYMENTS, paymentOrder(), { headers: REDIRECT_HEADERS });
    const page = await psu.openPage({ ...PHONE, locale: 'en-GB', javaScriptEnabled: false });
    await signInTo(page, hrefOf(created, 'scaRedirect'), 'push');
    await keep(page, 'device-5-waiting-phone-en', { checked: false });
    const device = await psu.openPage({ locale: 'en-GB', javaScriptEnabled: false });
    await device.goto(`${psu.system.portalUrl}${DEVICE}`);
    await keep(device, 'device-6-asked-en', { checked: false });
    await device.click('.messages button[value=false]');
    await device.waitForSelector('[role=status]');
    await device.context().close();
    await page.waitForURL(RETURN.nok, { timeout: 20_000 });
    expect((await psu.tpp.follow(created, 'status')).body).toMatchObject({ transactionStatus: 'RJCT' });
    await page.context().close();
  });

  it('chooses another method, which withdraws the prompt on the device', async () => {
    const created = await psu.tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
    const page = await psu.openPage({ locale: 'en-GB' });
    await signInTo(page, hrefOf(created, 'scaRedirect'), 'push');
    const [prompt] = await promptsOf('psu-private');
    await page.click('a[href$="choose=method"]');
    await keep(page, 'device-7-other-way-en');
    await psu.choose(page, 'photo');
    expect(await page.isVisible('img.challenge')).toBe(true);
    await keep(page, 'device-8-picture-en');
    expect((await answer(prompt?.authorisationId ?? '', true)).status).toBe(404);
    expect(await promptsOf('psu-private')).toEqual([]);
    expect((await psu.tpp.follow(created, 'status')).body).toEqual({ consentStatus: 'received' });
    await page.click('form[action$="/decline"] button');
    await page.waitForURL(RETURN.nok);
    await page.context().close();
  });
});

describe('a program in place of a device', () => {
  it('reads pending requests, approves each once, and none of another PSU', async () => {
    const created = await psu.tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
    const page = await psu.openPage({ locale: 'hr-HR' });
    await signInTo(page, hrefOf(created, 'scaRedirect'), 'push');
    const [prompt] = await promptsOf('psu-private');
    const authorisationId = prompt?.authorisationId ?? '';
    expect(Object.keys(prompt ?? {}).toSorted()).toEqual(['at', 'authorisationId', 'text']);
    expect((await answer(authorisationId, true, 'psu-corporate-1')).status).toBe(404);
    expect((await answer(authorisationId, 'yes')).status).toBe(400);
    expect((await psu.tpp.follow(created, 'status')).body).toEqual({ consentStatus: 'received' });
    const approved = await answer(authorisationId, true);
    expect([approved.status, await approved.json()]).toEqual([200, { answered: true }]);
    expect((await psu.tpp.follow(created, 'status')).body).toEqual({ consentStatus: 'valid' });
    expect((await answer(authorisationId, true)).status).toBe(404);
    await page.context().close();
  });

  it('finds device and inbox of a test user from the start page', async () => {
    const page = await psu.openPage({ locale: 'en-GB' });
    await page.goto(psu.system.portalUrl);
    await keep(page, 'home-devices-en');
    await page.click(`a[href="${DEVICE}"]`);
    await keep(page, 'device-empty-en');
    await page.click('a[href="/sandbox/inbox/psu-private"]');
    await keep(page, 'inbox-en');
    await page.click(`a[href="${DEVICE}"]`);
    expect(await page.textContent('h1')).toBe('Device');
    await page.context().close();
  });
});
