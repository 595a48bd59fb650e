import { service } from '@xs2a/portal';
import { type RunningService, startService } from '@xs2a/service-kit';
import { freshDatabaseName, natsServer, openBrowser, testKeys, testServers } from '@xs2a/test-kit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, PHONE } from './keep.ts';
import { watchedPage } from './watched-page.ts';

let nats: Awaited<ReturnType<typeof natsServer>>;
let portal: RunningService;
let browser: Browser;
beforeAll(async () => {
  nats = await natsServer();
  const env = {
    NATS_URL: nats.url,
    MONGO_URL: testServers().mongoUrl,
    MONGO_DATABASE: freshDatabaseName(),
    PORTAL_PORT: '0',
    HEALTH_PORT: '0',
    SANDBOX: 'true',
    LOG_LEVEL: 'silent',
    ...testKeys('portal'),
  };
  [portal, browser] = await Promise.all([startService(service, { env }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  await nats?.[Symbol.asyncDispose]();
});

const PAYMENT = '0d0c7a3e-9c55-4b47-8f0c-3a1f4be21f10';

describe.each([
  { locale: 'en-GB', heading: 'Notifications', viewport: { width: 1280, height: 900 }, colorScheme: 'light' as const },
  { locale: 'hr-HR', heading: 'Obavijesti', ...PHONE, colorScheme: 'dark' as const },
])('the notifications that a TPP received, $locale, $colorScheme', ({ heading, ...shape }) => {
  it('are readable, and a message is opened by the keyboard', async () => {
    const origin = portal.httpUrl ?? '';
    const box = `${origin}/sandbox/notifications/${shape.colorScheme}`;
    const { page, wrong } = await watchedPage(browser, origin, shape);
    await page.goto(box);
    await keep(page, `notifications-none-${shape.locale}`, { checked: true });
    for (const status of ['ACTC', 'ACSC']) {
      const links = { status: { href: `/v1/payments/sepa-credit-transfers/${PAYMENT}/status` } };
      const body = JSON.stringify({ paymentId: PAYMENT, transactionStatus: status, _links: links });
      await fetch(box, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Request-ID': crypto.randomUUID() },
        body,
      });
    }
    await page.reload();
    expect(await page.locator('h1').textContent()).toBe(heading);
    expect(await page.locator('.messages strong').allTextContents()).toEqual(['ACSC', 'ACTC']);
    await page.locator('.messages summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('.messages pre').first().isVisible()).toBe(true);
    await keep(page, `notifications-${shape.locale}`, { checked: true });
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
