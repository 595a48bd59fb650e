import { service } from '@xs2a/gateway';
import { type RunningService, startService } from '@xs2a/service-kit';
import { freshDatabaseName, natsServer, openBrowser, testKeys, testServers } from '@xs2a/test-kit';
import type { System } from '@xs2a/test-system/start/run-system';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, PHONE } from './keep.ts';

const PAGES = [
  '',
  '/test-users',
  '/own-sandbox',
  '/profile',
  '/account-information',
  '/payments',
  '/authorisation',
  '/certificates',
  '/notifications',
  '/limits',
  '/reference',
  '/errors',
  '/statuses',
  '/changes',
];
const SHAPES: readonly BrowserContextOptions[] = [
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { ...PHONE, colorScheme: 'dark' },
];

let nats: Awaited<ReturnType<typeof natsServer>>;
let gateway: RunningService;
let browser: Browser;
beforeAll(async () => {
  nats = await natsServer();
  const env = {
    NATS_URL: nats.url,
    MONGO_URL: testServers().mongoUrl,
    MONGO_DATABASE: freshDatabaseName(),
    GATEWAY_PORT: '0',
    HEALTH_PORT: '0',
    SANDBOX: 'true',
    LOG_LEVEL: 'silent',
    ...testKeys('gateway'),
  };
  [gateway, browser] = await Promise.all([startService(service, { env }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await gateway?.stop();
  await nats?.[Symbol.asyncDispose]();
});

/** A page of a browser, with whatever it asked elsewhere and whatever it complained of. */
async function watchedPage(origin: string, options: BrowserContextOptions): Promise<{ page: Page; wrong: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const wrong: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol !== 'data:' && asked !== origin) wrong.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  return { page, wrong };
}

describe.each(PAGES)('the page /docs%s', (path) => {
  it.each(SHAPES)(
    'asks no other host, complains of nothing, fits, and has no finding of axe: $colorScheme',
    async (shape) => {
      const origin = gateway.httpUrl ?? '';
      const { page, wrong } = await watchedPage(origin, shape);
      await page.goto(`${origin}/docs${path}`);
      if (path === '/reference') {
        const operation = page.locator('#operations-Consents-createConsent');
        await operation.locator('.opblock-summary-control').click();
        await operation.locator('.btn.execute').waitFor();
      }
      expect(wrong).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await keep(page, `docs${path.replace('/', '-')}-${shape.colorScheme}`, { checked: true, whole: false });
      await page.context().close();
    },
  );
});

describe('the search of the pages', () => {
  it('is reached by a key, finds sections without a request, and leads to them', async () => {
    const origin = gateway.httpUrl ?? '';
    const { page, wrong } = await watchedPage(origin, SHAPES[0] ?? {});
    await page.goto(`${origin}/docs`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.keyboard.press('/');
    await page.keyboard.type('standing order');
    const first = page.locator('[data-results] a').first();
    await first.waitFor();
    expect(asked).toEqual([]);
    await keep(page, 'docs-search', { checked: true, whole: false });
    await first.press('Enter');
    await page.waitForURL(`${origin}/docs/payments#a-standing-order`);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('is hidden without JavaScript, and every page can be reached by its link', async () => {
    const origin = gateway.httpUrl ?? '';
    const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${origin}/docs`);
    expect(await page.locator('#search').isVisible()).toBe(false);
    await page.locator('.page-list summary').click();
    await page.getByRole('link', { name: 'Limits' }).click();
    expect(await page.locator('h1').textContent()).toBe('Limits');
    await context.close();
  });
});

describe('trying out in the reference', () => {
  let system: System;
  beforeAll(async () => {
    system = await sharedSystem();
  });

  it('sends the request to the sandbox, with an X-Request-ID of its own, and shows the answer', async () => {
    const { page, wrong } = await watchedPage(system.gatewayUrl, SHAPES[0] ?? {});
    await page.goto(`${system.gatewayUrl}/docs/reference`);
    const operation = page.locator('#operations-Consents-createConsent');
    await operation.locator('.opblock-summary-control').click();
    const ids: (string | undefined)[] = [];
    for (const _ of ['once', 'again']) {
      const sent = page.waitForResponse(`${system.gatewayUrl}/v1/consents`);
      await operation.locator('.btn.execute').click();
      const response = await sent;
      expect(response.status()).toBe(201);
      ids.push((await response.request().allHeaders())['x-request-id']);
    }
    expect(new Set(ids).size).toBe(2);
    const shown = operation.locator('.live-responses-table');
    await shown.locator('.response-col_status', { hasText: '201' }).waitFor();
    expect(await shown.textContent()).toContain('consentId');
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
