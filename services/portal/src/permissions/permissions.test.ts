import type { PsuConsent, PsuStandingOrder } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { NEUTRAL } from '../../test/render-step.ts';
import { startPortal } from '../../test/start-portal.ts';
import { noticeOf } from '../forms/notice.ts';
import { WORDS } from '../rendering/languages.ts';
import type { Pages } from '../rendering/pages.ts';
import { renderPage } from '../rendering/render-page.ts';
import type { Visitor } from '../rendering/visitor.ts';
import { visitCookie } from '../visits/cookies.ts';
import { formToken } from '../visits/form-token.ts';
import { readNote } from '../visits/note.ts';
import { describePermission } from './describe-permission.ts';
import { describeStandingOrder } from './describe-standing-order.ts';

const portal = forAllTests(() => startPortal({ SANDBOX: 'true' }));

const ATTACKS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)",
  '<%= it.token %>',
];

function consent(given: Partial<PsuConsent> = {}): PsuConsent {
  return {
    kind: 'consent',
    consentId: 'c-1',
    tppName: 'TPP',
    grants: [{ account: { iban: 'HR2799900051100000019' }, rights: ['accounts', 'balances'] }],
    recurringIndicator: true,
    frequencyPerDay: 4,
    validUntil: '2027-05-20',
    consentStatus: 'valid',
    authorisedAt: '2026-11-21T06:00:00Z',
    usesInAll: 7,
    usesToday: 2,
    lastUsedAt: '2026-11-22T23:30:00Z',
    history: [
      { at: '2026-11-21T05:59:00Z', event: 'created', consentStatus: 'received', by: 'tpp' },
      { at: '2026-11-21T06:00:00Z', event: 'authorised', consentStatus: 'valid', by: 'psu' },
    ],
    ...given,
  };
}

function described(given: Partial<PsuConsent> = {}, accountName = 'Tekući račun') {
  const accountNames = { HR2799900051100000019: accountName };
  return describePermission(consent(given), { language: 'en', timeZone: 'Europe/Zagreb', accountNames });
}

function render<Name extends keyof Pages>(name: Name, page: Pages[Name]): string {
  const visitor: Visitor = { language: 'en', words: WORDS.en, languageLinks: [] };
  return renderPage(name, page, visitor, NEUTRAL);
}

const EMPTY = { count: 0, permissions: [], pages: [], isUnfolded: false };
const frame = { psuName: 'Ana', action: '/permissions', token: 'token' };
const overview = (permission = described(), psuName = 'Ana') =>
  render('permissions', {
    ...frame,
    psuName,
    search: '',
    mayBeSearched: true,
    valid: { ...EMPTY, id: 'valid', count: 1, permissions: [permission] },
    ended: { ...EMPTY, id: 'ended' },
  });
const details = (permission = described(), psuName = 'Ana') =>
  render('permission', { ...frame, psuName, ...permission });
const tagsOf = (html: string) => [...html.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag);

describe('the pages of permissions', () => {
  it.each([
    ['overview', overview],
    ['details', details],
  ])('%s: names of TPP, PSU, account, and an unknown event are shown as text', (_, page) => {
    const said = (text: string) => {
      const history = [
        { at: '2026-11-21T06:00:00Z', event: text, consentStatus: 'valid' as const, by: 'psu' as const },
      ];
      return page(described({ tppName: text, history }, text), text);
    };
    const harmless = said('harmless');
    for (const attack of ATTACKS) {
      const html = said(attack);
      expect(tagsOf(html)).toEqual(tagsOf(harmless));
      expect(html.split('"')).toHaveLength(harmless.split('"').length);
      expect(html).not.toContain(attack);
    }
  });

  it.each([
    ['overview', overview],
    ['details', details],
  ])('%s: one main heading, no script, no third party', (_, page) => {
    const html = page();
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script|style=|https?:\/\//);
  });

  it('show end, last use and number of uses, in the time zone of the bank', () => {
    const text = overview();
    for (const word of ['20 May 2027', '23 November 2026 at 00:30', '7 in total, 2 today', 'Balance', 'HR27 9990']) {
      expect(text).toContain(word);
    }
    const { usesInAll: _uses, lastUsedAt: _last, ...unused } = consent();
    const never = describePermission(
      { ...unused, usesInAll: 0 },
      { language: 'en', timeZone: 'UTC', accountNames: {} },
    );
    expect(never.facts.at(-1)).toMatchObject({ label: 'Last used', value: 'Never used' });
  });

  it('of a consent to confirm funds show that the answer is only yes or no, and the end', () => {
    const grants = [{ account: { iban: 'HR2799900051100000019' }, rights: [] }];
    const {
      recurringIndicator: _r,
      frequencyPerDay: _f,
      validUntil: _v,
      usesInAll: _a,
      usesToday: _t,
      ...bare
    } = consent();
    const funds = describePermission(
      { ...bare, kind: 'fundsConsent', grants },
      { language: 'en', timeZone: 'UTC', accountNames: {} },
    );
    expect(funds.facts.map(({ label }) => label)).toEqual(['Valid', 'Allowed', 'Granted']);
    expect(funds.facts[0]?.value).toBe(WORDS.en.summary.untilWithdrawn);
    expect(funds.accounts).toEqual([{ id: 'HR27 9990 0051 1000 0001\u00A09', rights: [WORDS.en.rights.funds] }]);
  });

  it('stay short on the overview: three accounts and the main details are visible, all others folded', () => {
    const grants = Array.from({ length: 7 }, (_, index) => ({
      account: { iban: `HR279990005110000001${index}` },
      rights: ['accounts' as const],
    }));
    const [seen = '', folded = ''] = overview(described({ grants, tppId: 'PSDHR-HNB-12345' })).split(
      '<details class="more">',
    );
    const accountsIn = (html: string) => html.match(/class="account-id"/g)?.length;
    expect([accountsIn(seen), accountsIn(folded)]).toEqual([3, 4]);
    expect(seen).toMatch(/Valid[\s\S]*Last used/);
    for (const later of ['Allowed', 'Granted', 'Number of uses', 'Authorisation number']) {
      expect([seen.includes(`<dt>${later}`), folded.includes(later)], later).toEqual([false, true]);
    }
  });

  it('show the authorisation number, register and country of the TPP', () => {
    for (const page of [overview, details]) {
      expect(page(described({ tppId: 'PSDHR-HNB-12345' }))).toContain(
        'Authorisation number 12345, register: Hrvatska narodna banka (HNB), Croatia',
      );
    }
  });

  it('offer a withdrawal of valid permissions, and of no others', () => {
    for (const page of [overview, details]) {
      expect(page()).toContain('href="/permissions/c-1/withdraw"');
      expect(page(described({ consentStatus: 'revokedByPsu' }))).not.toContain('/withdraw"');
    }
  });

  it('offer to cancel a standing order that the PSU may cancel alone, and give the reason why not for another', () => {
    const standingOrder = (given: Partial<PsuStandingOrder>) =>
      describeStandingOrder(
        {
          paymentId: 'p-1',
          tppName: 'TPP',
          tppId: 'PSDHR-HNB-12345',
          transactionStatus: 'ACTC',
          isActive: true,
          mayStop: true,
          nextExecution: '2027-03-01',
          content: {
            kind: 'periodicPayment',
            paymentService: 'periodic-payments',
            paymentProduct: 'sepa-credit-transfers',
            instructedAmount: { currency: 'EUR', amount: '25.00' },
            debtorAccount: { iban: 'HR2799900051100000019' },
            creditorName: 'Vrtić',
            creditorAccount: { iban: 'DE89370400440532013000' },
            startDate: '2027-02-01',
            frequency: 'Monthly',
          },
          history: [{ at: '2026-11-21T06:00:00Z', event: 'authorised', by: 'psu' }],
          ...given,
        },
        { language: 'hr', timeZone: 'Europe/Zagreb', accountNames: { HR2799900051100000019: 'Tekući račun' } },
      );
    for (const page of [overview, details]) {
      const html = page(standingOrder({}));
      for (const word of ['Vrtić', '25,00\u00A0EUR', '1.\u00A03.\u00A02027.', 'Tekući račun', 'HNB', 'Do opoziva']) {
        expect(html).toContain(word);
      }
      expect(html).toContain('href="/permissions/standing-orders/p-1/withdraw"');
      expect(page(standingOrder({ mayStop: false }))).not.toContain('/withdraw"');
    }
    expect(details(standingOrder({ mayStop: false }))).toContain(WORDS.hr.permissions.standingOrders.cannotStop);
    expect(standingOrder({ isActive: false, mayStop: false, transactionStatus: 'CANC' })).toMatchObject({
      status: 'Opozvan',
      isValid: false,
    });
  });

  it('show a withdrawal as a confirmation, and a locked sign-in as a problem', () => {
    const words = { words: WORDS.en };
    expect(noticeOf({}, readNote('permissionWithdrawn'), words)).toMatchObject({ isProblem: false });
    expect(noticeOf({}, readNote('signInClosed'), words)).toMatchObject({ isProblem: true });
  });
});

const cookie = (value: string) => ({ Cookie: `${visitCookie('/permissions', false)}=${value}` });

function send(path: string, form: Record<string, string>, headers: Record<string, string>) {
  const body = new URLSearchParams(form);
  return portal.ask(path, { method: 'POST', headers: { Origin: portal.url, ...headers }, body });
}

describe('the sign-in to the permissions', () => {
  it('is shown without a session, and must not be cached', async () => {
    const { status, headers, text } = await portal.ask('/permissions', { headers: { 'Accept-Language': 'en' } });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(text).toContain('action="/permissions/sign-in"');
    expect(text).toContain('Sign in to your permissions');
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^xs2a-visit-[^=]+=.*HttpOnly; SameSite=Lax$/)]);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('is the redirect target of every page behind it', async () => {
    for (const path of [
      '/permissions/c-1',
      '/permissions/standing-orders/p-1',
      '/permissions/code',
      '/permissions/sign-out',
    ]) {
      const { status, headers } = await portal.ask(path);
      expect([status, headers.get('location')], path).toEqual([303, '/permissions']);
    }
  });

  it.each(['sign-in', 'method', 'code', 'sign-out', 'c-1/withdraw', 'standing-orders/p-1/withdraw'])(
    'refuses the form %s without its token',
    async (step) => {
      const path = `/permissions/${step}`;
      const own = { token: formToken('session.s-1') };
      expect((await send(path, {}, cookie('session.s-1'))).status).toBe(403);
      const stale = await send(path, { token: formToken('session.s-2') }, cookie('session.s-1'));
      expect([stale.status, stale.headers.get('location')]).toEqual([303, '/permissions']);
      expect((await send(path, own, { ...cookie('session.s-1'), Origin: 'https://evil.example' })).status).toBe(403);
      expect((await send(path, own, {})).status).toBe(403);
    },
  );

  it.each(['csv', 'pdf'])(
    'answers 401 with the sign-in instead of a file (%s) to whoever has no session',
    async (format) => {
      const { status, text } = await portal.ask(`/permissions/file.${format}`);
      expect([status, text]).toEqual([401, expect.stringContaining('name="psuId"')]);
    },
  );

  it('accepts a form with its token, and says so while no service answers', async () => {
    const headers = { ...cookie('session.s-1'), 'Accept-Language': 'en' };
    const { status, text } = await send('/permissions/c-1/withdraw', { token: formToken('session.s-1') }, headers);
    expect(status).toBe(503);
    expect(text).toContain('href="/permissions"');
  });

  it.each(['%3Cb%3E', '..%2f..', 'x'.repeat(65), '$ne'])('knows no permission %s', async (consentId) => {
    expect((await portal.ask(`/permissions/${consentId}`)).status).toBe(404);
  });

  it('logs neither session nor permission', async () => {
    await portal.ask('/permissions/c-of-somebody', { headers: cookie('session.secret-session') });
    expect(portal.logLines().join('')).not.toMatch(/c-of-somebody|secret-session/);
  });
});
