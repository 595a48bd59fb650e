import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startPortal } from '../../test/start-portal.ts';
import { visitCookie } from '../visits/cookies.ts';
import { formToken } from '../visits/form-token.ts';

const portal = forAllTests(() => startPortal({ SANDBOX: 'true' }));

const LINK = '/sca/a-link-of-somebody';
const VISIT = /^xs2a-visit-[A-Za-z0-9_-]{22}$/;

/** The cookie of a visit, with a value as the portal would have set it. */
const visit = (value: string) => ({ Cookie: `${visitCookie('a-link-of-somebody', false)}=${value}` });

async function send(form: Record<string, string>, headers: Record<string, string>, path = `${LINK}/sign-in`) {
  return portal.ask(path, {
    method: 'POST',
    headers: { Origin: portal.url, ...headers },
    body: new URLSearchParams(form),
  });
}

describe('every answer', () => {
  it.each([
    ['/', 200],
    ['/nowhere', 404],
    [LINK, 503],
    ['/sca/%3Cb%3E', 404],
    ['//evil.example/x', 404],
  ])('%s carries the headers that guard it', async (path, status) => {
    const { headers, ...answer } = await portal.ask(path, { headers: { Accept: 'text/html' } });
    expect(answer.status).toBe(status);
    expect(
      headers
        .get('content-security-policy')
        ?.split(';')
        .map((part) => part.trim())
        .toSorted(),
    ).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "style-src 'self'",
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    for (const absent of ['x-powered-by', 'etag', 'strict-transport-security'])
      expect(headers.has(absent), absent).toBe(false);
    expect(answer.text).not.toMatch(/<script|evil\.example/);
  });

  it('over https carries HSTS, and cookies are Secure and of this host alone', async () => {
    await using secure = await startPortal({ PORTAL_URL: 'https://portal.example' });
    const { headers } = await secure.ask('/?lang=en');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-xs2a-language=en; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it('own styles and logo come from the portal itself', async () => {
    for (const [path, type] of [
      ['/assets/base.css', 'text/css'],
      ['/assets/portal.css', 'text/css'],
      ['/assets/logo.svg', 'image/svg+xml'],
    ] as const) {
      const { status, headers } = await portal.ask(path);
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
      expect(headers.has('etag')).toBe(false);
    }
  });
});

describe('while no service answers on the bus', () => {
  it('a page says so with 503 and Retry-After', async () => {
    const { status, headers, text } = await portal.ask(`${LINK}?state=s1`, { headers: { 'Accept-Language': 'en' } });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(text).toContain('Temporarily unavailable');
    expect(text).toContain(`href="${LINK}?state=s1"`);
  });
});

describe('forms', () => {
  it('with the token of the visit are passed on', async () => {
    const cookie = visit('visit-1');
    const form = { token: formToken('visit-1'), psuId: 'psu-private', password: 'psu-private-pass' };
    expect((await send(form, cookie)).status).toBe(503);
  });

  it.each([
    ['no token', visit('visit-1'), {}],
    ['what is no token', visit('visit-1'), { token: 'visit-1' }],
    ['no cookie', {}, { token: formToken('visit-1') }],
  ])('with %s are refused with 403', async (_, headers, form) => {
    const { status, text } = await send({ ...form, psuId: 'p', password: 'p' }, headers);
    expect(status).toBe(403);
    expect(text).toContain(`href="${LINK}"`);
  });

  it.each([
    ['in another tab', visit('visit-1'), formToken('visit-2')],
    ['at the step before', visit('session.new'), formToken('session.old')],
  ])('pressed %s lead to the page, which says so, without asking anybody', async (_, cookie, token) => {
    const { status, headers } = await send({ token, state: 's', psuId: 'p', password: 'p' }, cookie);
    expect([status, headers.get('location')]).toEqual([303, `${LINK}?state=s`]);
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^xs2a-note-[^=]+=pressedAgain; /)]);
    const [note = ''] = cookie.Cookie.replace('visit-', 'note-').split('=');
    const said = await send(
      { token, psuId: 'p', password: 'p' },
      { Cookie: `${cookie.Cookie}; ${note}=codeInvalid.2` },
    );
    expect([said.status, said.headers.getSetCookie()]).toEqual([303, []]);
  });

  it.each([[{ Origin: 'https://evil.example' }], [{ 'Sec-Fetch-Site': 'cross-site' }]])(
    'from elsewhere are refused with 403 whatever their token: %j',
    async (headers) => {
      const cookie = visit('visit-1');
      const { status } = await send(
        { token: formToken('visit-1'), psuId: 'p', password: 'p' },
        { ...cookie, ...headers },
      );
      expect(status).toBe(403);
    },
  );

  it('left empty redirect back to the page, which says so, without a request to sca', async () => {
    const cookie = visit('visit-1');
    const { status, headers } = await send({ token: formToken('visit-1'), state: 'a b' }, cookie);
    expect([status, headers.get('location')]).toEqual([303, `${LINK}?state=a+b`]);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^xs2a-note-[^=]+=inputMissing; .*HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('of later steps without a session redirect to the page of the link', async () => {
    const cookie = visit('visit-1');
    for (const step of ['method', 'code']) {
      const { status, headers } = await send({ token: formToken('visit-1'), code: '1' }, cookie, `${LINK}/${step}`);
      expect([status, headers.get('location')]).toEqual([303, LINK]);
    }
  });

  it('above the size limit are refused, and other bodies are not read', async () => {
    const cookie = visit('visit-1');
    expect((await send({ token: 'x'.repeat(17_000) }, cookie)).status).toBe(413);
    const json = { method: 'POST', headers: { Origin: portal.url, 'Content-Type': 'application/json', ...cookie } };
    const body = JSON.stringify({ token: formToken('visit-1') });
    expect((await portal.ask(`${LINK}/sign-in`, { ...json, body })).status).toBe(403);
  });

  it('opened in the address bar redirect to the page of the link', async () => {
    const { status, headers } = await portal.ask(`${LINK}/code?state=s`);
    expect([status, headers.get('location')]).toEqual([303, `${LINK}?state=s`]);
  });
});

describe('state and language', () => {
  it('state of more than 500 characters, or sent twice, is refused', async () => {
    expect((await portal.ask(`${LINK}?state=${'s'.repeat(500)}`)).status).toBe(503);
    expect((await portal.ask(`${LINK}?state=${'s'.repeat(501)}`)).status).toBe(400);
    expect((await portal.ask(`${LINK}?state=a&state=b`)).status).toBe(400);
  });

  it('the language of the address is remembered, and Croatian is the default', async () => {
    const english = await portal.ask('/?lang=en');
    expect(english.text).toContain('<html lang="en">');
    const [cookie = ''] = english.headers.getSetCookie();
    const later = await portal.ask('/', { headers: { Cookie: cookie.split(';')[0] ?? '', 'Accept-Language': 'hr' } });
    expect(later.text).toContain('<html lang="en">');
    expect((await portal.ask('/')).text).toContain('<html lang="hr">');
  });

  it('each page offers the other language and keeps the state', async () => {
    const { text } = await portal.ask(`${LINK}?state=a%26b`);
    expect(text).toContain('href="?state=a%26b&amp;lang=en"');
  });
});

describe('the log', () => {
  it('holds neither link, state nor credential', async () => {
    await portal.ask('/sca/secret-link-reference?state=secret-state');
    const lines = portal.logLines().join('');
    expect(lines).toContain('"event":"page"');
    expect(lines).not.toMatch(/secret-|psu-private-pass|a-link-of-somebody/);
  });
});

describe('cookies', () => {
  it('of two links have two names, so that tabs do not disturb each other', () => {
    expect(visitCookie('link-1', false)).toMatch(VISIT);
    expect(visitCookie('link-1', false)).not.toBe(visitCookie('link-2', false));
    expect(visitCookie('link-1', true)).toMatch(/^__Host-/);
  });
});
