import { forAllTests, openBrowser } from '@xs2a/test-kit';
import { approve } from '@xs2a/test-system/psu/approve';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { startServicesOf } from '@xs2a/test-system/start/start-services';
import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { keep, PHONE } from './check-page.ts';
import { watchedPage } from './watched-page.ts';

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' };
const SMALL: BrowserContextOptions = { ...PHONE, colorScheme: 'dark' };

const system = forAllTests(() => sharedSystem());
const browser = forAllTests(() => openBrowser());

/** Opens the reference for a developer, in one tab. */
async function developer(shape: BrowserContextOptions, origin = system.gatewayUrl) {
  const { page, wrong } = await watchedPage(browser, origin, shape);
  return {
    page,
    open: (operationId: string) => page.goto(`${origin}/docs/reference/${operationId}`),
    field: (name: string) => page.locator(`[data-try] [name="${name}"]`),
    send: () => send(page),
    leave: async () => {
      expect(wrong).toEqual([]);
      await page.context().close();
    },
  };
}

interface Sent {
  readonly status: number;
  readonly request: Request;
  readonly answer: Record<string, string> & { _links?: { scaRedirect?: { href: string } } };
}

/** Presses the button, and waits until the page shows the response. */
async function send(page: Page): Promise<Sent> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/v'));
  await page.getByRole('button', { name: 'Send the request' }).click();
  const response = await answered;
  const status = response.status();
  await page.locator('[data-status]', { hasText: `${status} ` }).waitFor();
  const text = (await page.locator('[data-answer]').textContent()) ?? '';
  return { status, request: response.request(), answer: text.startsWith('{') ? JSON.parse(text) : {} };
}

describe('the form of an operation', () => {
  it.each([
    ['on a desktop', DESKTOP],
    ['on a phone', SMALL],
  ])('leads from a consent to its account and transactions without an id typed: %s', async (_, shape) => {
    const { page, open, field, send: press, leave } = await developer(shape);
    await open('getAccountList');
    expect(await field('Consent-ID').inputValue()).toBe('');
    await open('createConsent');
    const created = await press();
    expect(created.status).toBe(201);
    const door = page.getByRole('link', { name: 'Open the page of the PSU' });
    await approve(system.portalUrl, (await door.getAttribute('href')) ?? '', { psuId: 'psu-private' });
    await keep(page, `reference-consent-${shape.colorScheme}`, { checked: true, whole: false });
    const visited: Record<string, Sent> = {};
    for (const operationId of ['getConsentStatus', 'getConsentScaStatus', 'getAccountList', 'getBalances']) {
      await open(operationId);
      visited[operationId] = await press();
      expect(visited[operationId].status, operationId).toBe(200);
    }
    expect(visited['getConsentStatus']?.answer).toEqual({ consentStatus: 'valid' });
    await open('getTransactionList');
    expect((await press()).status).toBe(200);
    await keep(page, `reference-transactions-${shape.colorScheme}`);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await open('getTransactionDetails');
    expect((await press()).status).toBe(200);
    await open('getConsentConfirmationOfFundsStatus');
    expect(await field('consentId').inputValue()).toBe('');
    await leave();
  });

  it('sends a new X-Request-ID each time, and only headers that have a value', async () => {
    const { open, send: press, leave } = await developer(DESKTOP);
    await open('createConsent');
    const first = await (await press()).request.allHeaders();
    const again = await (await press()).request.allHeaders();
    expect(again['x-request-id']).not.toBe(first['x-request-id']);
    expect(first['psu-ip-address']).toBe('192.0.2.10');
    for (const name of ['consent-id', 'psu-id', 'psu-ip-port', 'signature']) expect(first).not.toHaveProperty(name);
    await leave();
  });

  it('sends every example of a payment unchanged, in JSON, XML and multipart, and the sandbox accepts each', async () => {
    await using services = await startServicesOf('berlin-group', 'gateway', 'payments', 'sca', 'bank');
    const tab = await developer(DESKTOP, services.running.gateway.httpUrl);
    const accepted: string[] = [];
    for (const suffix of ['', '_bulk-payments', '_periodic-payments']) {
      await tab.open(`initiatePayment${suffix}`);
      const choice = tab.page.getByLabel('Example', { exact: true });
      for (const label of await choice.locator('option').allTextContents()) {
        await choice.selectOption({ label });
        const { status, answer, request } = await tab.send();
        expect([status, answer], label).toEqual([201, expect.objectContaining({ transactionStatus: 'RCVD' })]);
        await tab.open(`getPaymentInitiationStatus${suffix}`);
        expect(await tab.field('paymentId').inputValue()).toBe(answer['paymentId']);
        expect(request.url()).toContain(`/${await tab.field('paymentProduct').inputValue()}`);
        expect((await tab.send()).status, label).toBe(200);
        accepted.push(label);
        await tab.open(`initiatePayment${suffix}`);
      }
    }
    expect(accepted.map((label) => label.split(':')[0])).toEqual(['JSON', 'XML', 'JSON', 'XML', 'JSON', 'Multipart']);
    await tab.leave();
  });

  it('takes a payment through the embedded approach, with a link to the code in the messages of the PSU', async () => {
    const { page, open, field, send: press, leave } = await developer(SMALL);
    await open('initiatePayment');
    await field('PSU-ID').fill('psu-private');
    await field('TPP-Redirect-Preferred').selectOption('false');
    expect((await press()).status).toBe(201);
    const choice = page.getByLabel('Example', { exact: true });
    await open('startPaymentAuthorisation');
    await field('PSU-ID').fill('psu-private');
    await choice.selectOption({ label: 'JSON: first factor (embedded)' });
    expect((await press()).answer).toHaveProperty('scaStatus', 'psuAuthenticated');
    await open('updatePaymentPsuData');
    await choice.selectOption({ label: 'JSON: choice of a method' });
    expect((await press()).answer).toHaveProperty('scaStatus', 'scaMethodSelected');
    const inbox = await page.getByRole('link', { name: 'Read the code of the PSU' }).getAttribute('href');
    const messages = await fetch(inbox ?? '', { headers: { Accept: 'application/json' } });
    const [{ code } = { code: '' }] = (await messages.json()) as { code: string }[];
    await choice.selectOption({ label: 'JSON: one-time code (embedded)' });
    await page.locator('textarea:visible').fill(JSON.stringify({ scaAuthenticationData: code }));
    expect((await press()).answer).toHaveProperty('scaStatus', 'finalised');
    await leave();
  });

  it('groups the payments of the tab in a basket, which is authorised by its id', async () => {
    const { open, field, send: press, leave } = await developer(DESKTOP);
    for (const _ of ['first', 'second']) {
      await open('initiatePayment');
      await field('TPP-Explicit-Authorisation-Preferred').selectOption('true');
      expect((await press()).status).toBe(201);
    }
    await open('createSigningBasket');
    await field('TPP-Explicit-Authorisation-Preferred').selectOption('true');
    const { status, answer } = await press();
    expect([status, answer], JSON.stringify(answer)).toEqual([
      201,
      expect.objectContaining({ transactionStatus: 'RCVD' }),
    ]);
    await open('startSigningBasketAuthorisation');
    expect(await field('basketId').inputValue()).toBe(answer['basketId']);
    expect((await press()).status).toBe(201);
    await open('getSigningBasketScaStatus');
    expect((await press()).status).toBe(200);
    await leave();
  });

  it('puts required headers and the body before the optional headers, which are folded, and works with the keyboard alone', async () => {
    const { page, open, leave } = await developer(DESKTOP);
    await open('createConsent');
    const order = await page.locator('[data-try] :is(legend, summary)').allTextContents();
    expect(order).toEqual(['Headers', 'Body', expect.stringMatching(/^Optional headers \(\d+\)$/)]);
    expect(await page.locator('[name="PSU-Geo-Location"]').isVisible()).toBe(false);
    await page.locator('[data-try] summary').press('Enter');
    expect(await page.locator('[name="PSU-Geo-Location"]').isVisible()).toBe(true);
    const answered = page.waitForResponse(`${system.gatewayUrl}/v1/consents`);
    await page.locator('[name="PSU-ID"]').press('Enter');
    expect((await answered).status()).toBe(201);
    await page.locator('[data-result]:focus').waitFor();
    await leave();
  });

  it('shows an error response, and names an empty required field in place of sending the request', async () => {
    const { page, open, field } = await developer(DESKTOP);
    await open('getConsentStatus');
    await page.getByRole('button', { name: 'Send the request' }).click();
    expect(await field('consentId').evaluate((input) => input.matches(':invalid:focus'))).toBe(true);
    await field('consentId').fill('unknown');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.locator('[data-status]', { hasText: '40' }).waitFor();
    expect(await page.locator('[data-answer]').textContent()).toContain('CONSENT_UNKNOWN');
    await page.context().close();
  });
});

describe('the reference without JavaScript', () => {
  it('has a link to every operation and its fields, and no button', async () => {
    const context = await browser.newContext({ ...SMALL, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${system.gatewayUrl}/docs/reference`);
    await page.getByRole('link', { name: 'Create a consent for account information' }).click();
    expect(await page.locator('h1').textContent()).toBe('Create a consent for account information');
    expect(await page.getByRole('button').count()).toBe(0);
    await context.close();
  });
});
