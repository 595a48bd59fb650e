import { freePort, hrefOf, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { newestCode } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { SEPA } from '@xs2a/test-system/start/payment-services';
import { startServicesWith, type TestServices } from '@xs2a/test-system/start/start-services';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keep, PHONE } from './keep.ts';
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

interface Shape {
  readonly language: 'hr' | 'en';
  readonly say: (hr: string, en: string) => string;
  readonly name: (page: string) => string;
  readonly open: () => Promise<BrowserContext>;
}

const SHAPES: readonly Shape[] = [
  shape('hr', 'desktop', { viewport: { width: 1280, height: 900 } }),
  shape('en', 'phone', { ...PHONE, colorScheme: 'dark' }),
];

function shape(language: 'hr' | 'en', device: string, options: object): Shape {
  return {
    language,
    say: (hr, en) => (language === 'hr' ? hr : en),
    name: (page) => `trouble-${page}-${device}-${language}`,
    async open() {
      const locale = language === 'hr' ? 'hr-HR' : 'en-GB';
      return browser.newContext({ ...options, locale, ignoreHTTPSErrors: true });
    },
  };
}

const pay = (headers: Record<string, string> = {}, body: object = {}): Promise<TppAnswer> =>
  tpp.post(SEPA, paymentOrder({ ...body }), { headers: { ...REDIRECT_HEADERS, ...headers } });
const linkOf = (created: TppAnswer): string => hrefOf(created, 'scaRedirect');
const signIn = (page: Page, psuId: string, password = `${psuId}-pass`) => typeInto(page, { psuId, password });

/** What is said, where it is seen without scrolling. */
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

describe.each(SHAPES)('a PSU in trouble, by the keyboard alone, in $language', ({ say, name, open }) => {
  it('who is not the one that the TPP named, is blocked, or disposes of no such account is told so, and what to do', async () => {
    await using context = await open();
    const page = await context.newPage();
    await page.goto(linkOf(await pay({ 'PSU-ID': 'psu-private' })));
    await keep(page, name('sign-in'));
    await signIn(page, 'psu-multi');
    expect(await noticeOf(page)).toContain(say('upućen drugoj korisničkoj oznaci', 'is for another user ID'));
    await keep(page, name('other-psu'));
    await page.goto(linkOf(await pay()));
    await signIn(page, 'psu-blocked');
    expect(await noticeOf(page)).toContain(say('pristup blokiran', 'access is blocked'));
    // It is not what was typed that is wrong.
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    await keep(page, name('blocked'));
    await signIn(page, 'psu-multi');
    expect(await noticeOf(page)).toContain(say('Niste ovlašteni za račune', 'not authorised for the accounts'));
    await keep(page, name('foreign-account'));
  });

  it('who typed wrong is warned before the last attempt, after it the payment is over, and then the PSU-ID is closed', async () => {
    await using context = await open();
    const page = await context.newPage();
    const created = await pay();
    await untilCode(page, linkOf(created));
    await typeInto(page, { code: await wrongCode() });
    expect(await noticeOf(page)).toContain(say('Preostalo: 2 pokušaja', '2 attempts left'));
    await keep(page, name('code-wrong'));
    await typeInto(page, { code: await wrongCode() });
    expect(await noticeOf(page)).toContain(say('još jedan pokušaj', 'one attempt left'));
    await keep(page, name('code-last'));
    await typeInto(page, { code: await wrongCode() });
    expect(await titleOf(page)).toBe(say('Nije odobreno', 'Not approved'));
    expect(await page.textContent('.opening')).toContain(say('previše pogrešnih unosa', 'too many wrong entries'));
    await keep(page, name('code-over'));
    expect(await statusOf(created)).toBe('RJCT');
    await page.goto(linkOf(await pay()));
    await signIn(page, 'psu-private', 'wrong');
    expect(await noticeOf(page)).toContain(say('još jedan pokušaj', 'one attempt left'));
    await signIn(page, 'psu-private', 'wrong');
    expect(await noticeOf(page)).toContain(say('Previše pokušaja', 'Too many attempts'));
    await keep(page, name('closed'));
    await signIn(page, 'psu-private');
    expect(await noticeOf(page)).toContain(say('Previše pokušaja', 'Too many attempts'));
    await page.goto(`${portalUrl}/permissions`);
    await signIn(page, 'psu-private');
    expect(await noticeOf(page)).toContain(say('Previše pokušaja', 'Too many attempts'));
  });

  it('with two tabs: the second goes on where the first stands; another payment stays another', async () => {
    await using context = await open();
    const [first, second, other] = [await context.newPage(), await context.newPage(), await context.newPage()];
    const created = await pay();
    const another = await pay({}, { instructedAmount: { currency: 'EUR', amount: '99.00' } });
    for (const page of [first, second]) await page.goto(linkOf(created));
    await signIn(first, 'psu-private');
    await signIn(second, 'psu-private');
    const said = say('već bio poslan ili je zastario', 'already been sent, or was out of date');
    expect(await second.textContent('.notice')).toContain(said);
    await keep(second, name('stale'));
    expect(await second.locator('input[name=authenticationMethodId][value=sms]').count()).toBe(1);
    await untilCode(other, linkOf(another));
    await pressKey(first, 'input[name=authenticationMethodId][value=sms]');
    await typeInto(first, { code: await rightCode() });
    await first.waitForURL(RETURN.ok);
    // The tab that stayed behind sends its choice of method, and finds that it is approved.
    await pressKey(second, 'input[name=authenticationMethodId][value=sms]');
    await second.waitForURL(RETURN.ok);
    expect([await statusOf(another), await other.textContent('.amount')]).toEqual([
      'RCVD',
      expect.stringContaining('99'),
    ]);
  });

  it('whose cookie of one link is copied to another link is asked to sign in there', async () => {
    await using context = await open();
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

  it('who sends the code twice, goes back, and reloads has paid once', async () => {
    await using context = await open();
    const page = await context.newPage();
    const created = await pay();
    await untilCode(page, linkOf(created));
    await page.goBack();
    await keep(page, name('went-back'));
    await page.goto(linkOf(created));
    await tabTo(page, 'input[name=code]');
    await page.keyboard.type(await rightCode());
    const isSent = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Enter');
    const sent = await isSent;
    // The very same form once more, while the first is on its way.
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
    // Somebody else who has the link learns nothing.
    await using stranger = await open();
    const elsewhere = await stranger.newPage();
    await elsewhere.goto(linkOf(created));
    expect(await titleOf(elsewhere)).toBe(say('Ova poveznica ne radi', 'This link does not work'));
    await keep(elsewhere, name('link-used'));
  });

  it('without the cookie a form is stale; after a while without a move the PSU signs in again; then the link is over', async () => {
    await using context = await open();
    const page = await context.newPage();
    const created = await pay();
    await untilCode(page, linkOf(created));
    services.clock.forward({ minutes: 6 });
    await typeInto(page, { code: await rightCode() });
    expect(await noticeOf(page)).toContain(say('Radi Vaše zaštite odjavljeni ste', 'signed out for your protection'));
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    await keep(page, name('session-over'));
    await signIn(page, 'psu-private');
    expect(await page.locator('input[name=code]').count()).toBe(1);
    await context.clearCookies();
    await typeInto(page, { code: await rightCode() });
    expect(await titleOf(page)).toBe(say('Stranica je zastarjela', 'This page is out of date'));
    const unopened = await pay();
    services.clock.forward({ minutes: 11 });
    await page.goto(`${linkOf(unopened)}?state=s1`);
    expect(await titleOf(page)).toBe(say('Ova je poveznica istekla', 'This link has expired'));
    await keep(page, name('link-expired'));
    await pressKey(page, 'a.button');
    expect(page.url()).toBe(`${RETURN.nok}?state=s1`);
    expect(await statusOf(created)).toBe('RCVD');
  });

  it('who declines, signed in or not, has ended it; who goes on in another tab is told so', async () => {
    await using context = await open();
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

  it('whose TPP withdraws the payment, or whose time runs out at the page, is told that nobody here ended it', async () => {
    await using context = await open();
    const page = await context.newPage();
    const withdrawn = await pay();
    await untilCode(page, linkOf(withdrawn));
    await tpp.delete(hrefOf(withdrawn, 'self'));
    expect(await statusOf(withdrawn)).toBe('CANC');
    await typeInto(page, { code: await rightCode() });
    expect(await titleOf(page)).toBe(say('Nije odobreno', 'Not approved'));
    expect(await page.textContent('.opening')).toContain(say('povukao je zahtjev', 'withdrew the request'));
    await keep(page, name('withdrawn'));

    const created = await pay({ 'TPP-Explicit-Authorisation-Preferred': 'true' });
    services.clock.forward({ hours: 23, minutes: 57 });
    const start = () => tpp.post(hrefOf(created, 'startAuthorisation'), {}, { headers: REDIRECT_HEADERS });
    const [started, unopened] = [await start(), await start()];
    await page.goto(linkOf(unopened));
    await untilCode(page, linkOf(started));
    services.clock.forward({ minutes: 4 });
    await services.running.payments.kit.jobs.runNow('rejectUnauthorised');
    await typeInto(page, { code: await rightCode() });
    expect(await page.textContent('.opening')).toContain(say('isteklo mu je vrijeme', 'time ran out'));
    expect(await statusOf(created)).toBe('RJCT');
    // What ended before its link did is not told to whoever has the link.
    await page.goto(linkOf(unopened));
    expect(await titleOf(page)).toBe(say('Ova poveznica ne radi', 'This link does not work'));
    // What nobody came to in time has expired, and leads back.
    const late = await pay();
    services.clock.forward({ hours: 25 });
    await services.running.sca.kit.jobs.runNow('expireAuthorisations');
    await page.goto(linkOf(late));
    expect(await titleOf(page)).toBe(say('Ova je poveznica istekla', 'This link has expired'));
    expect(await page.getAttribute('a.button', 'href')).toBe(RETURN.nok);
  });

  it('who has no way to receive a code, came to no page, or comes while the bank is away is helped', async () => {
    await using context = await open();
    const page = await context.newPage();
    await page.goto(`${portalUrl}/sca/nothing`);
    expect(await titleOf(page)).toBe(say('Ova poveznica ne radi', 'This link does not work'));
    await keep(page, name('link-unknown'));
    await page.goto(`${portalUrl}/nowhere`);
    await keep(page, name('not-found'));
    await page.goto(`${portalUrl}/permissions`);
    await signIn(page, 'psu-nofactor');
    await keep(page, name('no-method'));
    const created = await pay();
    await services.running.sca.stop();
    await page.goto(linkOf(created));
    expect(await titleOf(page)).toBe(say('Privremeno nedostupno', 'Temporarily unavailable'));
    await keep(page, name('unavailable'));
    await services.restart('sca');
    await pressKey(page, 'a.button');
    expect(await page.locator('input[name=password]').count()).toBe(1);
  });
});
