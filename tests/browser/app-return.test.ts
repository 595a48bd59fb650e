import { hrefOf, TppClient } from '@xs2a/test-kit';
import { paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import type { System } from '@xs2a/test-system/start/run-system';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, PHONE } from './keep.ts';
import { sendForm } from './send-form.ts';
import { type BrowserOfPsu, openBrowserOfPsu } from './tpp-site.ts';

let system: System;
let opened: BrowserOfPsu;
let tpp: TppClient;
beforeAll(async () => {
  [system, opened] = await Promise.all([sharedSystem(), openBrowserOfPsu()]);
  tpp = new TppClient(system.gatewayUrl);
});
afterAll(() => opened?.[Symbol.asyncDispose]());

async function newestCode(): Promise<string> {
  const inbox = await fetch(`${system.portalUrl}/sandbox/inbox/psu-private`);
  const [newest] = (await inbox.json()) as { code: string }[];
  return newest?.code ?? '';
}

describe('a TPP whose address is an app with a scheme of one word', () => {
  it.each(['myapp://back', 'myapp:/back'])('is warned, and the browser hands %s over to the app', async (address) => {
    const headers = { ...REDIRECT_HEADERS, 'TPP-Redirect-URI': address, 'TPP-Nok-Redirect-URI': `${address}/nok` };
    const created = await tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), { headers });
    expect(created.body['tppMessages']).toMatchObject([
      { category: 'WARNING', path: 'TPP-Redirect-URI', text: expect.stringContaining('RFC 8252') },
      { category: 'WARNING', path: 'TPP-Nok-Redirect-URI' },
    ]);

    const page = await (await opened.browser.newContext({ ...PHONE, locale: 'hr-HR' })).newPage();
    const handedOver: string[] = [];
    const blocked: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 303) handedOver.push(response.headers()['location'] ?? '');
    });
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) blocked.push(message.text());
    });
    await page.goto(`${hrefOf(created, 'scaRedirect')}?state=s-18`);
    await page.fill('input[name=psuId]', 'psu-private');
    await page.fill('input[name=password]', 'psu-private-pass');
    await sendForm(page);
    await page.focus('input[name=authenticationMethodId][value=sms]');
    await sendForm(page);
    await page.waitForSelector('input[name=code]');
    await page.fill('input[name=code]', await newestCode());
    const last = page.waitForResponse((response) => response.headers()['location']?.startsWith('myapp:') === true);
    await page.keyboard.press('Enter');
    await last;
    expect(handedOver.at(-1)).toBe(`${address}?state=s-18`);
    expect(blocked).toEqual([]);
    // No app answers here: the browser stays where it was, and shows no error.
    await keep(page, `app-return-${address.includes('//') ? 'two' : 'one'}-hr`, { checked: false });
    expect((await tpp.follow(created, 'scaStatus')).body['scaStatus']).toBe('finalised');
    await page.context().close();
  });
});
