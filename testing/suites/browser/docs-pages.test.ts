import { forAllTests, openBrowser } from '@xs2a/test-kit';
import { startServices } from '@xs2a/test-system/start/start-services';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep } from './check-page.ts';
import { watchedPage } from './watched-page.ts';

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
  '/samples',
  '/samples/java',
  '/reference',
  '/reference/createConsent',
  '/reference/initiatePayment_periodic-payments',
  '/errors',
  '/statuses',
  '/changes',
];
/** A small phone of today. */
const PHONE = { viewport: { width: 360, height: 740 } };
const SHAPES: readonly BrowserContextOptions[] = [
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { ...PHONE, colorScheme: 'dark' },
];
/** Copy buttons that cover the code they copy. */
const COVERED = `[...document.querySelectorAll('.copy')].filter((button) => {
  const [of, code] = [button, button.parentElement.querySelector('pre')].map((one) => one.getBoundingClientRect());
  return of.height > 0 && of.bottom > code.top && of.top < code.bottom;
}).map((button) => button.parentElement.textContent.slice(0, 80))`;

/** Tables with a part that is visible only by scrolling the table. */
const CUT = `[...document.querySelectorAll('main .scroll:not(.picture)')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.getAttribute('aria-label'))`;

const services = forAllTests(() => startServices('gateway'));
let browser: Browser;
let origin: string;
beforeAll(async () => {
  origin = services.running.gateway.httpUrl ?? '';
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe.each(PAGES)('the page /docs%s', (path) => {
  it.each(SHAPES)(
    'asks no other host, complains of nothing, fits, and has no finding of axe: $colorScheme',
    async (shape) => {
      const { page, wrong } = await watchedPage(browser, origin, shape);
      await page.goto(`${origin}/docs${path}`);
      await page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })");
      expect(wrong).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await page.evaluate(COVERED)).toEqual([]);
      expect(await page.evaluate(CUT)).toEqual([]);
      await keep(page, `docs${path.replaceAll('/', '-')}-${shape.colorScheme}`, { checked: true, whole: false });
      await page.context().close();
    },
  );
});

it('every page of an operation fits a small phone', async () => {
  const page = await (await browser.newContext(PHONE)).newPage();
  await page.goto(`${origin}/docs/reference`);
  const links = await page.$$eval('.operations a', (all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(30);
  for (const link of links) {
    await page.goto(origin + link);
    await page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })");
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), link).toBeLessThanOrEqual(0);
    expect(await page.evaluate(COVERED), link).toEqual([]);
  }
  await page.context().close();
});

describe('the page of error cases', () => {
  it('has an index and folded entries, and the link to an error opens its entry, without JavaScript', async () => {
    const page = await (await browser.newContext({ ...PHONE, javaScriptEnabled: false })).newPage();
    await page.goto(`${origin}/docs/errors`);
    await keep(page, 'docs-errors-folded', { checked: false });
    const { height = Infinity } = (await page.locator('body').boundingBox()) ?? {};
    expect(height).toBeLessThan(16_000);
    await page.click('.codes a[href="#429-ACCESS_EXCEEDED"]');
    await page.click('#\\34 29-ACCESS_EXCEEDED + div summary');
    expect(await page.isVisible('#accessExceeded')).toBe(true);
    await page.goto(`${origin}/docs/errors?#fieldInvalid`);
    expect(await page.isVisible('#fieldInvalid')).toBe(true);
    const summary = await page.locator('details:has(> #fieldInvalid) > summary').boundingBox();
    expect(summary?.y).toBeGreaterThanOrEqual(0);
    expect(summary?.y).toBeLessThan(PHONE.viewport.height);
    await keep(page, 'docs-errors-opened', { checked: false, whole: false });
    await page.context().close();
  });
});

describe('the search of the pages', () => {
  it('is reached by a shortcut key, finds sections without a request, and links to them', async () => {
    const { page, wrong } = await watchedPage(browser, origin, SHAPES[0] ?? {});
    await page.goto(`${origin}/docs`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.keyboard.press('/');
    await page.keyboard.type('field_missing format_error');
    expect(await page.locator('[data-results] a').count()).toBe(0);
    await page.fill('#search', 'FORMAT_ERROR body');
    expect(await page.locator('[data-results] a[href^="/docs/errors#"]').count()).toBeGreaterThan(0);
    await page.fill('#search', 'standing order');
    const first = page.locator('[data-results] a').first();
    await first.waitFor();
    expect(asked).toEqual([]);
    await keep(page, 'docs-search', { checked: true, whole: false });
    await first.press('Enter');
    await page.waitForURL(`${origin}/docs/payments#a-standing-order`);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('is hidden without JavaScript, and every page can still be reached by a link', async () => {
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
