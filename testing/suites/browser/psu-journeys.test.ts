import { forAllTests, hrefOf } from '@xs2a/test-kit';
import { consentBody, paymentOrder, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { describe, expect, it } from 'vitest';
import { openBrowserAt } from './browser-at-portal.ts';
import { keep, PHONE } from './check-page.ts';
import { sendForm } from './send-form.ts';

const PAYMENTS = '/v1/payments/sepa-credit-transfers';

const psu = forAllTests(() => openBrowserAt(sharedSystem()));

describe('a PSU in a browser', () => {
  it('approves a consent in Croatian on a desktop, and is sent back to TPP-Redirect-URI with its state', async () => {
    const created = await psu.tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
    const page = await psu.openPage({ locale: 'hr-HR' }, `${hrefOf(created, 'scaRedirect')}?state=s-17`);
    expect(await page.getAttribute('html', 'lang')).toBe('hr');
    await keep(page, 'consent-1-sign-in-hr');
    await psu.enterPassword(page);
    expect(await page.textContent('main')).toContain('HR27 9990 0051 1000 0001\u00A09');
    await keep(page, 'consent-2-review-hr');
    await psu.choose(page, 'sms');
    await page.waitForSelector('input[name=code]');
    await keep(page, 'consent-3-code-hr');
    await psu.enterCode(page);
    // No page in between: the TPP shows the result.
    await page.waitForURL(`${RETURN.ok}?state=s-17`);
    expect((await psu.tpp.follow(created, 'status')).body).toEqual({ consentStatus: 'valid' });
    // Opening the link again redirects to the TPP.
    await page.goto(`${hrefOf(created, 'scaRedirect')}?state=s-17`);
    expect(page.url()).toBe(`${RETURN.ok}?state=s-17`);
    await page.context().close();
  });

  it('approves a payment in English on a phone without JavaScript, after seeing amount and payee, and it is executed', async () => {
    const created = await psu.tpp.post(PAYMENTS, paymentOrder(), { headers: REDIRECT_HEADERS });
    const page = await psu.openPage(
      { ...PHONE, locale: 'en-GB', javaScriptEnabled: false },
      hrefOf(created, 'scaRedirect'),
    );
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await keep(page, 'payment-1-sign-in-en', { checked: false });
    await psu.enterPassword(page);
    await page.focus('input[name=authenticationMethodId][value=sms]');
    await keep(page, 'payment-2-review-en', { checked: false });
    await sendForm(page);
    await page.waitForSelector('input[name=code]');
    const shown = (await page.textContent('main')) ?? '';
    expect(shown).toContain('12.50');
    expect(shown).toContain('Ana Anić');
    await keep(page, 'payment-3-code-en', { checked: false });
    await psu.enterCode(page);
    await page.waitForURL(RETURN.ok);
    await eventually(
      () => psu.tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === 'ACSC',
    );
    await page.context().close();
  });

  it('chooses the accounts of a bank-offered consent, with a reminder if it chose none', async () => {
    const order = consentBody({ access: { balances: [] } });
    const created = await psu.tpp.post('/v1/consents', order, { headers: REDIRECT_HEADERS });
    const page = await psu.openPage({ locale: 'hr-HR' }, hrefOf(created, 'scaRedirect'));
    await psu.enterPassword(page);
    await page.waitForSelector('input[name=accounts]');
    await keep(page, 'bank-offered-1-choice-hr');
    await page.click('button.main');
    await page.waitForSelector('[role=alert]');
    await keep(page, 'bank-offered-2-none-chosen-hr');
    await page.check('input[name=accounts] >> nth=1');
    await page.click('button.main');
    await page.waitForSelector('input[name=code]');
    await keep(page, 'bank-offered-3-code-hr');
    await psu.enterCode(page);
    await page.waitForURL(RETURN.ok);
    const { access } = (await psu.tpp.follow(created, 'self')).body as { access?: { balances: unknown[] } };
    expect(access?.balances).toHaveLength(1);
    await page.context().close();
  });
});
