import { forAllTests, hrefOf } from '@xs2a/test-kit';
import { paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openBrowserAt } from './browser-at-portal.ts';
import { keep, PHONE } from './check-page.ts';

const psu = forAllTests(() => openBrowserAt(sharedSystem()));

describe('a TPP with an app as redirect URI, whose scheme has no dot', () => {
  it.each([
    ['myapp://back', true],
    ['myapp:/back', false],
  ])(
    'is warned, and a page that stays hands %s over to the app, with JavaScript: %s',
    async (address, javaScriptEnabled) => {
      const headers = { ...REDIRECT_HEADERS, 'TPP-Redirect-URI': address, 'TPP-Nok-Redirect-URI': `${address}/nok` };
      const created = await psu.tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), { headers });
      expect(created.body['tppMessages']).toMatchObject([
        { category: 'WARNING', path: 'TPP-Redirect-URI', text: expect.stringContaining('RFC 8252') },
        { category: 'WARNING', path: 'TPP-Nok-Redirect-URI' },
      ]);

      const context = await psu.browser.newContext({ ...PHONE, locale: 'hr-HR', javaScriptEnabled });
      const [page, behind] = [await context.newPage(), await context.newPage()];
      const blocked: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) blocked.push(message.text());
      });
      await page.goto(`${hrefOf(created, 'scaRedirect')}?state=s-18`);
      await psu.enterPassword(page);
      await psu.choose(page, 'sms');
      await page.waitForSelector('input[name=code]');
      await page.fill('input[name=code]', await psu.newestCode());
      await behind.goto(`${hrefOf(created, 'scaRedirect')}?state=s-18`);
      await behind.fill('input[name=code]', '000000');
      const handedOver = page.waitForResponse((response) => response.headers()['refresh'] !== undefined);
      // On a double click the browser drops the first submission.
      await page.dblclick('form[action$="/code"] button');
      expect((await handedOver).headers()['refresh']).toBe(`0; url=${address}?state=s-18`);
      // No app is installed here: the page stays, and says what has happened.
      const isApproved = async (shown: Page) => {
        await shown.waitForSelector('.ending');
        expect(await shown.textContent('h1')).toBe('Plaćanje je odobreno');
        expect(await shown.getAttribute('.ending a.button', 'href')).toBe(`${address}?state=s-18`);
      };
      await isApproved(page);
      await keep(page, `app-return-${address.includes('//') ? 'two' : 'one'}-hr`, { checked: javaScriptEnabled });
      // A page opened earlier is submitted afterwards, with a wrong code.
      await behind.click('form[action$="/code"] button');
      await isApproved(behind);
      expect(blocked).toEqual([]);
      expect((await psu.tpp.follow(created, 'scaStatus')).body['scaStatus']).toBe('finalised');
      await context.close();
    },
  );
});
