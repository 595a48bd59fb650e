import { forAllTests, openBrowser } from '@xs2a/test-kit';
import { startServicesWith } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';
import { keep, PHONE } from './check-page.ts';
import { watchedPage } from './watched-page.ts';

const services = forAllTests(() => startServicesWith({ PORTAL_PORT: '0' }, 'portal'));
const browser = forAllTests(() => openBrowser());

const PAYMENT = '0d0c7a3e-9c55-4b47-8f0c-3a1f4be21f10';

describe.each([
  { locale: 'en-GB', heading: 'Notifications', viewport: { width: 1280, height: 900 }, colorScheme: 'light' as const },
  { locale: 'hr-HR', heading: 'Obavijesti', ...PHONE, colorScheme: 'dark' as const },
])('the notifications that a TPP received, $locale, $colorScheme', ({ heading, ...shape }) => {
  it('are readable, and a message opens with the keyboard', async () => {
    const origin = services.running.portal.httpUrl ?? '';
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
