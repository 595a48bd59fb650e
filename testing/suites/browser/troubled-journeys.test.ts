import { freePort, hrefOf, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { newestCode } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { SEPA } from '@xs2a/test-system/start/payment-services';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keep, PHONE } from './check-page.ts';
import { type BrowserOfPsu, openBrowserOfPsu } from './tpp-site.ts';
import { pressKey, tabTo, typeInto } from './use-keyboard.ts';

let services: TestServices;
let opened: BrowserOfPsu;
let browser: Browser;
let portalUrl: string;
let tpp: TppClient;

beforeAll(async () => {
  const port = String(await freePort());
  portalUrl = `http://localhost:${port}`;
  const own = { PORTAL_PORT: port, PORTAL_URL: portalUrl };
  [services, opened] = await Promise.all([
    startServicesWith(own, 'gateway', 'bank', 'sca', 'consent', 'payments', 'portal'),
    openBrowserOfPsu(),
  ]);
  ({ browser } = opened);
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await services?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await services.database('sca').collection('psuAttempts').deleteMany({});
});

/** Half of the journeys run in Croatian on a desktop, half in English on a phone; the texts of both languages are compared. */
const openPages = {
  hr: (): Promise<BrowserContext> =>
    browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'hr-HR', ignoreHTTPSErrors: true }),
  en: (): Promise<BrowserContext> =>
    browser.newContext({ ...PHONE, colorScheme: 'dark', locale: 'en-GB', ignoreHTTPSErrors: true }),
};

const pay = (headers: Record<string, string> = {}, body: object = {}): Promise<TppAnswer> =>
  tpp.post(SEPA, paymentOrder({ ...body }), { headers: { ...REDIRECT_HEADERS, ...headers } });
const linkOf = (created: TppAnswer): string => hrefOf(created, 'scaRedirect');
const signIn = (page: Page, psuId: string, password = `${psuId}-pass`) => typeInto(page, { psuId, password });

/** Returns the text of the notice if it is visible without scrolling. */
async function noticeOf(page: Page): Promise<string | null> {
  const { y = -1, height = 0 } = (await page.locator('.notice').boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  return page.textContent('.notice');
}

const titleOf = (page: Page) => page.textContent('h1');
const statusOf = async (created: TppAnswer) => (await tpp.follow(created, 'status')).body['transactionStatus'];

async function untilCode(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await signIn(page, 'psu-private');
  await pressKey(page, 'input[name=authenticationMethodId][value=sms]');
}

const rightCode = () => newestCode(services.bus, 'psu-private');
const wrongCode = async () => String((Number(await rightCode()) + 1) % 1_000_000).padStart(6, '0');

describe('the pages, used by keyboard only', () => {
  it('show why another, blocked or unauthorised PSU cannot approve, and the next step', async () => {
    await using context = await openPages.hr();
    const page = await context.newPage();
    await page.goto(linkOf(await pay({ 'PSU-ID': 'psu-private' })));
    await keep(page, 'trouble-sign-in-desktop-hr');
    await signIn(page, 'psu-multi');
    expect(await noticeOf(page)).toContain('upućen drugoj korisničkoj oznaci');
    await keep(page, 'trouble-other-psu-desktop-hr');
    await page.goto(linkOf(await pay()));
    await signIn(page, 'psu-blocked');
    expect(await noticeOf(page)).toContain('pristup blokiran');
    // The input itself was not wrong.
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    await keep(page, 'trouble-blocked-desktop-hr');
    await signIn(page, 'psu-multi');
    expect(await noticeOf(page)).toContain('Niste ovlašteni za račune');
    await keep(page, 'trouble-foreign-account-desktop-hr');
  });

  it('warn a PSU before its last attempt; then the payment fails, and finally the PSU-ID is locked', async () => {
    await using context = await openPages.en();
    const page = await context.newPage();
    const created = await pay();
    await untilCode(page, linkOf(created));
    await typeInto(page, { code: await wrongCode() });
    expect(await noticeOf(page)).toContain('2 attempts left');
    await keep(page, 'trouble-code-wrong-phone-en');
    await typeInto(page, { code: await wrongCode() });
    expect(await noticeOf(page)).toContain('one attempt left');
    await keep(page, 'trouble-code-last-phone-en');
    await typeInto(page, { code: await wrongCode() });
    expect(await titleOf(page)).toBe('Not approved');
    expect(await page.textContent('.opening')).toContain('too many wrong entries');
    await keep(page, 'trouble-code-over-phone-en');
    expect(await statusOf(created)).toBe('RJCT');
    await page.goto(linkOf(await pay()));
    await signIn(page, 'psu-private', 'wrong');
    expect(await noticeOf(page)).toContain('one attempt left');
    await signIn(page, 'psu-private', 'wrong');
    expect(await noticeOf(page)).toContain('Too many attempts');
    await keep(page, 'trouble-closed-phone-en');
    await signIn(page, 'psu-private');
    expect(await noticeOf(page)).toContain('Too many attempts');
    await page.goto(`${portalUrl}/permissions`);
    await signIn(page, 'psu-private');
    expect(await noticeOf(page)).toContain('Too many attempts');
  });

  it('show the same step in a second tab, and keep another payment separate', async () => {
    await using context = await openPages.hr();
    const [first, second, other] = [await context.newPage(), await context.newPage(), await context.newPage()];
    const created = await pay();
    const another = await pay({}, { instructedAmount: { currency: 'EUR', amount: '99.00' } });
    for (const page of [first, second]) await page.goto(linkOf(created));
    await signIn(first, 'psu-private');
    await signIn(second, 'psu-private');
    const said = 'već bio poslan ili je zastario';
    expect(await second.textContent('.notice')).toContain(said);
    await keep(second, 'trouble-stale-desktop-hr');
    expect(await second.locator('input[name=authenticationMethodId][value=sms]').count()).toBe(1);
    await untilCode(other, linkOf(another));
    await pressKey(first, 'input[name=authenticationMethodId][value=sms]');
    await typeInto(first, { code: await rightCode() });
    await first.waitForURL(RETURN.ok);
    // The stale tab submits its choice of method and learns that the payment is approved.
    await pressKey(second, 'input[name=authenticationMethodId][value=sms]');
    await second.waitForURL(RETURN.ok);
    expect([await statusOf(another), await other.textContent('.amount')]).toEqual([
      'RCVD',
      expect.stringContaining('99'),
    ]);
  });

  it('require a new sign-in if the cookie of one link is copied to another link', async () => {
    await using context = await openPages.en();
    const page = await context.newPage();
    await untilCode(page, linkOf(await pay()));
    const visits = async () => (await context.cookies()).filter(({ name }) => name.includes('-visit-'));
    const [signedIn] = await visits();
    const other = linkOf(await pay({}, { instructedAmount: { currency: 'EUR', amount: '99.00' } }));
    await page.goto(other);
    const opened = (await visits()).filter((visit) => visit.name !== signedIn?.name);
    await context.addCookies(opened.map((visit) => ({ ...visit, value: signedIn?.value ?? '' })));
    expect(opened).toHaveLength(1);
    await page.goto(other);
    expect(await page.locator('input[name=password]').count()).toBe(1);
    expect(await page.textContent('.amount')).toContain('99');
  });

  it('initiate one payment, even if the PSU sends the code twice, goes back, and reloads', async () => {
    await using context = await openPages.hr();
    const page = await context.newPage();
    const created = await pay();
    await untilCode(page, linkOf(created));
    await page.goBack();
    await keep(page, 'trouble-went-back-desktop-hr');
    await page.goto(linkOf(created));
    await tabTo(page, 'input[name=code]');
    await page.keyboard.type(await rightCode());
    const isSent = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Enter');
    const sent = await isSent;
    // The same form is submitted again while the first request is under way.
    const headers = { ...(await sent.allHeaders()), origin: portalUrl };
    const again = await context.request.post(sent.url(), { data: sent.postData() ?? '', headers, maxRedirects: 0 });
    expect([again.status(), [RETURN.ok, new URL(linkOf(created)).pathname]]).toEqual([
      303,
      expect.arrayContaining([again.headers()['location']]),
    ]);
    await page.waitForURL(RETURN.ok);
    await eventually(
      () => statusOf(created),
      (status) => status === 'ACSC',
    );
    await page.goto(linkOf(created));
    expect(page.url()).toBe(RETURN.ok);
    // Another person with the link learns nothing.
    await using stranger = await openPages.hr();
    const elsewhere = await stranger.newPage();
    await elsewhere.goto(linkOf(created));
    expect(await titleOf(elsewhere)).toBe('Ova poveznica ne radi');
    await keep(elsewhere, 'trouble-link-used-desktop-hr');
  });

  it('reject a form without the cookie, require a new sign-in after inactivity, and finally report the expired link', async () => {
    await using context = await openPages.en();
    const page = await context.newPage();
    const created = await pay();
    await untilCode(page, linkOf(created));
    services.clock.forward({ minutes: 6 });
    await typeInto(page, { code: await rightCode() });
    expect(await noticeOf(page)).toContain('signed out for your protection');
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    await keep(page, 'trouble-session-over-phone-en');
    await signIn(page, 'psu-private');
    expect(await page.locator('input[name=code]').count()).toBe(1);
    await context.clearCookies();
    await typeInto(page, { code: await rightCode() });
    expect(await titleOf(page)).toBe('This page is out of date');
    const unopened = await pay();
    services.clock.forward({ minutes: 11 });
    await page.goto(`${linkOf(unopened)}?state=s1`);
    expect(await titleOf(page)).toBe('This link has expired');
    await keep(page, 'trouble-link-expired-phone-en');
    await pressKey(page, 'a.button');
    expect(page.url()).toBe(`${RETURN.nok}?state=s1`);
    expect(await statusOf(created)).toBe('RCVD');
  });

  it('let the PSU decline, signed in or not, and another tab shows it', async () => {
    await using context = await openPages.hr();
    const [page, behind] = [await context.newPage(), await context.newPage()];
    for (const isSignedIn of [false, true]) {
      const created = await pay();
      if (isSignedIn) await untilCode(page, linkOf(created));
      await page.goto(linkOf(created));
      await behind.goto(linkOf(created));
      await pressKey(page, 'form[action$="/decline"] button');
      await page.waitForURL(RETURN.nok);
      expect(await statusOf(created)).toBe('RJCT');
      if (!isSignedIn) continue;
      await typeInto(behind, { code: await rightCode() });
      await behind.waitForURL(RETURN.nok);
    }
  });

  it('explain that the TPP cancelled the payment, or that the time limit has passed', async () => {
    await using context = await openPages.en();
    const page = await context.newPage();
    const withdrawn = await pay();
    await untilCode(page, linkOf(withdrawn));
    await tpp.delete(hrefOf(withdrawn, 'self'));
    expect(await statusOf(withdrawn)).toBe('CANC');
    await typeInto(page, { code: await rightCode() });
    expect(await titleOf(page)).toBe('Not approved');
    expect(await page.textContent('.opening')).toContain('withdrew the request');
    await keep(page, 'trouble-withdrawn-phone-en');

    const created = await pay({ 'TPP-Explicit-Authorisation-Preferred': 'true' });
    services.clock.forward({ hours: 23, minutes: 57 });
    const start = () => tpp.post(hrefOf(created, 'startAuthorisation'), {}, { headers: REDIRECT_HEADERS });
    const [started, unopened] = [await start(), await start()];
    await page.goto(linkOf(unopened));
    await untilCode(page, linkOf(started));
    services.clock.forward({ minutes: 4 });
    await services.running.payments.kit.jobs.runNow('rejectUnauthorised');
    await typeInto(page, { code: await rightCode() });
    expect(await page.textContent('.opening')).toContain('time ran out');
    expect(await statusOf(created)).toBe('RJCT');
    // A payment that ends before its link expires is not shown to every holder of the link.
    await page.goto(linkOf(unopened));
    expect(await titleOf(page)).toBe('This link does not work');
    // An unused link has expired, and leads back to the TPP.
    const late = await pay();
    services.clock.forward({ hours: 25 });
    await services.running.sca.kit.jobs.runNow('expireAuthorisations');
    await page.goto(linkOf(late));
    expect(await titleOf(page)).toBe('This link has expired');
    expect(await page.getAttribute('a.button', 'href')).toBe(RETURN.nok);
  });

  it('help a PSU that has no method for a code, opens a wrong address, or signs in while the bank is unavailable', async () => {
    await using context = await openPages.hr();
    const page = await context.newPage();
    await page.goto(`${portalUrl}/sca/nothing`);
    expect(await titleOf(page)).toBe('Ova poveznica ne radi');
    await keep(page, 'trouble-link-unknown-desktop-hr');
    await page.goto(`${portalUrl}/nowhere`);
    await keep(page, 'trouble-not-found-desktop-hr');
    await page.goto(`${portalUrl}/permissions`);
    await signIn(page, 'psu-nofactor');
    await keep(page, 'trouble-no-method-desktop-hr');
    const created = await pay();
    await services.running.sca.stop();
    await page.goto(linkOf(created));
    expect(await titleOf(page)).toBe('Privremeno nedostupno');
    await keep(page, 'trouble-unavailable-desktop-hr');
    await services.restart('sca');
    await pressKey(page, 'a.button');
    expect(await page.locator('input[name=password]').count()).toBe(1);
  });
});
