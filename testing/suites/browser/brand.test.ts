import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { NEUTRAL_COLOURS, openRedirect, type ScaContent, type ScaStep, type ScaView } from '@xs2a/contracts';
import { service as portalService } from '@xs2a/portal';
import { CONTENTS } from '@xs2a/portal/testing';
import { type Bus, type RunningService, startService } from '@xs2a/service-kit';
import { connectAsAnyService, natsServer, openBrowser, standIn, testKeys } from '@xs2a/test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keep, PHONE } from './check-page.ts';
import { COUNTS, standInForManyPermissions } from './many-permissions.ts';
import { writeOtherBank } from './other-bank.ts';
import { faultsOfKeyboard } from './use-keyboard.ts';

const METHODS = [{ authenticationMethodId: 'sms', authenticationType: 'SMS_OTP' as const, name: 'SMS ***-**-17' }];
/** A page of each kind: sign-in, choice, code, end; the start page, the sign-in to the permissions, an error. */
const PATHS = {
  'sign-in': '/sca/payment.authentication',
  choice: '/sca/consent.methodSelection',
  code: '/sca/basket.transactionAuthorisation',
  result: '/sca/consent.result',
  home: '/',
  permissions: '/permissions',
  error: '/nowhere',
};
const DEMO_COLOURS = coloursOf(readFileSync(new URL('../../../packages/page-style/base.css', import.meta.url), 'utf8'));
/** The neutral colours, some of which the demo bank has too. */
const ANYBODYS = Object.values(NEUTRAL_COLOURS).flatMap((palette): string[] => Object.values(palette));

const typeface = process.env['BRAND_TYPEFACE'];
const profile = writeOtherBank(typeface === undefined ? undefined : readFileSync(typeface));
let nats: Awaited<ReturnType<typeof natsServer>>;
let portal: RunningService;
let bus: Bus;
let browser: Browser;
const log: string[] = [];

beforeAll(async () => {
  nats = await natsServer();
  const env = {
    NATS_URL: nats.url,
    PORTAL_URL: 'https://portal.drugabanka.example',
    PORTAL_PORT: '0',
    HEALTH_PORT: '0',
    DRAIN_SECONDS: '0',
    PROFILE: profile,
    ...testKeys('portal'),
  };
  [portal, bus, browser] = await Promise.all([
    startService(portalService, { env, logTo: { write: (line) => void log.push(line) } }),
    connectAsAnyService(nats.url),
    openBrowser(),
  ]);
  standIn(bus, openRedirect, ({ redirectReference }) => ({ view: viewOf(redirectReference) }));
  standInForManyPermissions(bus);
  await bus.connection.flush();
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
  await bus?.close();
  await nats?.[Symbol.asyncDispose]();
  rmSync(dirname(profile), { recursive: true });
});

function viewOf(reference: string): ScaView {
  const [kind, step] = reference.split('.') as [ScaContent['kind'], ScaStep];
  return {
    authorisationId: 'a-1',
    step,
    scaStatus: step === 'result' ? 'finalised' : 'psuAuthenticated',
    tppName: 'Fina Aplikacija d.o.o.',
    tppId: 'PSDHR-HNB-12345',
    content: CONTENTS[kind],
    psu: { psuId: 'psu-corporate-1', name: 'Ivana Babić' },
    scaMethods: METHODS,
    ...(METHODS[0] && { chosenScaMethod: METHODS[0] }),
    challenge: { otpMaxLength: 6, otpFormat: 'integer' },
  };
}

function coloursOf(css: string): string[] {
  return [...new Set(css.match(/#[0-9a-f]{6}\b/g) ?? [])];
}

/** The cookie of a PSU that is signed in to its permissions. */
const digest = createHash('sha256').update('/permissions').digest('base64url').slice(0, 22);
const SIGNED_IN = { name: `__Host-xs2a-visit-${digest}`, value: `session.${'s'.repeat(43)}`, secure: true };
/** A page of each kind that only a signed-in PSU sees. */
const SIGNED_IN_PATHS = {
  overview: '/permissions',
  details: '/permissions/c-0',
  question: '/permissions/c-0/withdraw',
};

/** Returns the colours of all elements, as `#rrggbb`. */
async function coloursOn(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const hex = (colour) => '#' + colour.match(/\\d+/g).slice(0, 3).map((one) => (+one).toString(16).padStart(2, '0')).join('');
    const of = (element) => {
      const { color, backgroundColor, borderTopColor, outlineColor } = getComputedStyle(element);
      return [color, backgroundColor, borderTopColor, outlineColor].filter((one) => !/, 0\\)$/.test(one)).map(hex);
    };
    return [...new Set([...document.querySelectorAll('body, body *')].flatMap(of))];
  })()`)) as string[];
}

it('every page of a bank with a brand has that brand, and nothing of the demo bank', async () => {
  const desktop = await (await browser.newContext({ locale: 'hr-HR' })).newPage();
  const phone = await (await browser.newContext({ ...PHONE, locale: 'en-GB', colorScheme: 'dark' })).newPage();
  for (const [name, path] of Object.entries(PATHS)) {
    for (const [page, kind] of [
      [desktop, 'hr'],
      [phone, 'phone-dark-en'],
    ] as const) {
      await page.goto(portal.httpUrl + path);
      await keep(page, `brand-${name}-${kind}`);
      expect(await page.content(), name).not.toMatch(/demo bank/i);
      expect(await page.getAttribute('.brand img', 'alt')).toBe('Druga banka d.d.');
      const left = (await coloursOn(page)).filter((one) => DEMO_COLOURS.includes(one) && !ANYBODYS.includes(one));
      expect(left, `${name} ${kind}: colours of the demo bank`).toEqual([]);
      expect(await page.locator('.foot-links a').count()).toBe(4);
    }
  }
  expect(await desktop.evaluate('document.querySelector(".brand img").currentSrc')).toMatch(/logo\.svg$/);
  expect(await phone.evaluate('document.querySelector(".brand img").currentSrc')).toMatch(/logo-dark\.svg$/);
  await desktop.context().close();
  await phone.context().close();
  expect(log.join('')).not.toContain('noBrand');
});

it('the pages of a signed-in PSU have the bank’s brand too, and stay short however many permissions it has', async () => {
  const desktop = await browser.newContext({ locale: 'hr-HR' });
  const phone = await browser.newContext({
    ...PHONE,
    locale: 'en-GB',
    colorScheme: 'dark',
  });
  for (const [context, kind] of [
    [desktop, 'hr'],
    [phone, 'phone-dark-en'],
  ] as const) {
    await context.addCookies([{ ...SIGNED_IN, url: `${portal.httpUrl}`.replace('http:', 'https:') }]);
    const page = await context.newPage();
    for (const [name, path] of Object.entries(SIGNED_IN_PATHS)) {
      const answer = await page.goto(portal.httpUrl + path);
      await keep(page, `brand-signed-in-${name}-${kind}`);
      const left = (await coloursOn(page)).filter((one) => DEMO_COLOURS.includes(one) && !ANYBODYS.includes(one));
      expect(left, `${name} ${kind}: colours of the demo bank`).toEqual([]);
      expect(await faultsOfKeyboard(page), name).toEqual([]);
      if (name !== 'overview') continue;
      expect(await page.textContent('main')).toContain(`(${COUNTS.permissions})`);
      expect(await page.locator('.permissions > li').count()).toBe(20);
      expect((await answer?.body())?.length).toBeLessThan(150_000);
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(14_000);
    }
    await context.close();
  }
});

it('pictures and typeface come from the portal, with a policy that permits them nothing else', async () => {
  const ask = async (path: string) => (await fetch(portal.httpUrl + path)).headers;
  expect((await ask('/permissions')).get('content-security-policy')).toContain("font-src 'self'");
  const picture = await ask('/assets/logo.svg');
  expect(picture.get('content-security-policy')).toContain("default-src 'none'");
  expect(picture.get('content-security-policy')).toContain('sandbox');
  expect(picture.get('content-type')).toContain('image/svg+xml');
  expect((await ask('/assets/regular.woff2')).get('content-type')).toBe('font/woff2');
});
