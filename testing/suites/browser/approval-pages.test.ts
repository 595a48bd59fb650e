import { openRedirect, type ScaContent, type ScaStep, type ScaView } from '@xs2a/contracts';
import { CONTENTS } from '@xs2a/portal/testing';
import { forAllTests, openBrowser, standIn } from '@xs2a/test-kit';
import { startServicesWith } from '@xs2a/test-system/start/start-services';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, PHONE } from './check-page.ts';
import { faultsOfKeyboard } from './use-keyboard.ts';

const KINDS = Object.keys(CONTENTS) as ScaContent['kind'][];
const STEPS: readonly ScaStep[] = ['methodSelection', 'transactionAuthorisation', 'deviceApproval', 'result'];
const METHODS = [
  { authenticationMethodId: 'sms', authenticationType: 'SMS_OTP' as const, name: 'SMS ***-**-17' },
  { authenticationMethodId: 'push', authenticationType: 'PUSH_OTP' as const, name: 'Pixel 9' },
];
/** 1280 pixels at 200 %, and the narrowest viewport that a page must fit (WCAG 1.4.10). */
const ZOOMED = { viewport: { width: 640, height: 400 } };
const NARROWEST = { viewport: { width: 320, height: 640 } };
/** A small phone of today. */
const SMALL_PHONE = { viewport: { width: 360, height: 740 } };

const services = forAllTests(() => startServicesWith({ PORTAL_PORT: '0' }, 'portal'));
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  standIn(services.bus, openRedirect, ({ redirectReference }) => ({ view: viewOf(redirectReference) }));
  await services.bus.connection.flush();
});
afterAll(() => browser?.close());

const REGISTERED = 'Broj odobrenja 12345, registar: Hrvatska narodna banka (HNB), Hrvatska';

/** `consent.signedIn`: the PSU used both factors at the bank. */
const SIGNED_IN = 'signedIn';

/** Fields of their maximum length. */
const LONG: ScaContent = {
  ...CONTENTS.payment,
  instructedAmount: { currency: 'KWD', amount: '99999999999999.999' },
  creditorName: 'Trgovačko društvo za proizvodnju i usluge Željezara Šibenik d.o.o.'.padEnd(140, 'x'),
  remittanceInformation: 'x'.repeat(140),
};

/** Links whose PSU has answered on its device in the meantime. */
const answered = new Set<string>();

/** Stands in for sca at the other end of the bus: the link `basket.result` is a basket at its last page. */
function viewOf(reference: string): ScaView {
  const [kind, asked, size] = reference.split('.') as [ScaContent['kind'], ScaStep | typeof SIGNED_IN, 'long'?];
  const isSignedIn = asked === SIGNED_IN;
  const step = answered.has(reference) ? 'result' : isSignedIn ? 'methodSelection' : asked;
  const isPushed = step === 'deviceApproval';
  return {
    authorisationId: 'a-1',
    step,
    scaStatus: step === 'result' ? 'finalised' : 'psuAuthenticated',
    tppName: 'Fina Aplikacija d.o.o.',
    tppId: 'PSDHR-HNB-12345',
    content: size === 'long' ? LONG : CONTENTS[kind],
    psu: { psuId: 'psu-corporate-1', name: 'Ivana Babić' },
    accountNames: { HR2799900051100000019: 'Tekući račun' },
    scaMethods: METHODS,
    ...(isSignedIn && { bothFactors: true as const }),
    ...(METHODS[isPushed ? 1 : 0] && { chosenScaMethod: METHODS[isPushed ? 1 : 0] }),
    challenge: isPushed ? {} : { otpMaxLength: 6, otpFormat: 'integer' },
    signatures: { needed: 2, given: 0 },
  };
}

async function openPage(options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

const open = (page: Page, kind: ScaContent['kind'], step: ScaStep | typeof SIGNED_IN) =>
  page.goto(`${services.running.portal.httpUrl}/sca/${kind}.${step}`);

describe.each(KINDS)('the pages of %s', (kind) => {
  it('have no axe findings and a visible focus at each stop: in Croatian on a desktop, in English and dark on a phone', async () => {
    const desktop = await openPage({ locale: 'hr-HR' });
    const phone = await openPage({ ...PHONE, locale: 'en-GB', colorScheme: 'dark' });
    for (const step of STEPS) {
      await open(desktop, kind, step);
      await keep(desktop, `kind-${kind}-${step}-hr`);
      expect(await desktop.textContent('main')).toContain(REGISTERED);
      expect(await faultsOfKeyboard(desktop), step).toEqual([]);
      await open(phone, kind, step);
      await keep(phone, `kind-${kind}-${step}-phone-dark-en`);
    }
    await desktop.context().close();
    await phone.context().close();
  });

  it('show the code field on a phone without scrolling, the key facts above it, and unfold details without JavaScript', async () => {
    const page = await openPage({ ...SMALL_PHONE, locale: 'hr-HR', javaScriptEnabled: false });
    await open(page, kind, 'transactionAuthorisation');
    const field = await page.locator('input[name=code]').boundingBox();
    expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThanOrEqual(SMALL_PHONE.viewport.height);
    expect(await page.isVisible('.unfolded')).toBe(false);
    await keep(page, `kind-${kind}-code-phone-hr`, { checked: false, whole: false });
    await page.click('.folded summary');
    expect(await page.isVisible('.unfolded')).toBe(true);
    await keep(page, `kind-${kind}-code-phone-unfolded-hr`, { checked: false });
    await page.context().close();
  });

  it('need no horizontal scrolling at 200 % zoom and on the narrowest screen', async () => {
    for (const options of [ZOOMED, NARROWEST]) {
      const page = await openPage({ ...options, locale: 'hr-HR' });
      for (const step of STEPS) {
        await open(page, kind, step);
        const [needed, there] = (await page.evaluate(
          '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
        )) as [number, number];
        expect(needed, `${step} at ${options.viewport.width}`).toBeLessThanOrEqual(there);
      }
      await keep(page, `kind-${kind}-${options.viewport.width}`);
      await page.context().close();
    }
  });
});

it('amount, payee and description of any length fit on the narrowest screen', async () => {
  const page = await openPage({ ...NARROWEST, locale: 'hr-HR' });
  for (const step of STEPS) {
    await page.goto(`${services.running.portal.httpUrl}/sca/payment.${step}.long`);
    await keep(page, `long-${step}-narrowest-hr`);
  }
  await page.context().close();
});

describe('the page after a sign-in with both factors', () => {
  it.each(['consent', 'fundsConsent'] as const)('of %s asks for an approval and for no method', async (kind) => {
    for (const [name, options] of Object.entries({
      'desktop-hr': { locale: 'hr-HR' },
      'phone-dark-en': { ...PHONE, locale: 'en-GB', colorScheme: 'dark' as const },
      'narrowest-hr': { ...NARROWEST, locale: 'hr-HR' },
    })) {
      const page = await openPage({ ...options, javaScriptEnabled: false });
      await open(page, kind, SIGNED_IN);
      await keep(page, `kind-${kind}-signed-in-${name}`, { checked: false });
      expect(await page.locator('form[action$="/approve"] button').count()).toBe(1);
      expect(await page.locator('input[type=radio]').count()).toBe(0);
      await page.context().close();
    }
    const page = await openPage({ locale: 'en-GB' });
    await open(page, kind, SIGNED_IN);
    await keep(page, `kind-${kind}-signed-in-desktop-en`);
    await page.context().close();
  });
});

describe('the page that waits for a device', () => {
  it('reloads itself, without JavaScript, and goes on once the PSU has answered', async () => {
    const page = await openPage({ locale: 'hr-HR', javaScriptEnabled: false });
    const answer = await open(page, 'payment', 'deviceApproval');
    expect(answer?.headers()['refresh']).toBe('5; url=/sca/payment.deviceApproval');
    answered.add('payment.deviceApproval');
    await page.waitForSelector('.ending');
    expect(await page.textContent('h1')).toBe('Zaprimili smo Vaše odobrenje');
    answered.delete('payment.deviceApproval');
    await page.context().close();
  });

  it('stops reloading while the PSU chooses another method', async () => {
    const page = await openPage({ locale: 'en-GB' });
    await open(page, 'payment', 'deviceApproval');
    await page.click('a[href$="choose=method"]');
    expect(await page.locator('input[name=authenticationMethodId]').count()).toBe(2);
    const answer = await page.reload();
    expect(answer?.headers()['refresh']).toBeUndefined();
    await keep(page, 'device-other-way-en');
    await page.context().close();
  });
});

describe('the sign-in page', () => {
  it('shows its link as a QR code for a phone, without JavaScript', async () => {
    const page = await openPage({ locale: 'hr-HR', javaScriptEnabled: false });
    await open(page, 'payment', 'authentication');
    await page.click('.hand-over summary');
    expect(await page.isVisible('.hand-over img')).toBe(true);
    await keep(page, 'hand-over-hr', { checked: false });
    await page.context().close();
  });
});
