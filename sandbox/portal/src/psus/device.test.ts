import { formToken, visitCookie } from '@xs2a/portal/extension';
import { startPortal } from '@xs2a/portal/start-portal';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startSandboxPortal } from '../../test/start-portal.ts';

const portal = forAllTests(() => startSandboxPortal());

const DEVICE = '/sandbox/device/psu-private';
const PROMPT = `${DEVICE}/a-1`;
const TOKEN = { token: formToken('visit-1') };
const visit = () => ({ Cookie: `${visitCookie(DEVICE, false)}=visit-1` });

/** Nobody listens on the bus: an answer that is passed on gets 503. */
const PASSED_ON = 503;

async function sendForm(form: Record<string, string>, headers: Record<string, string>, path = PROMPT) {
  const own = { Origin: portal.url, Accept: 'text/html' };
  return portal.ask(path, { method: 'POST', headers: { ...own, ...headers }, body: new URLSearchParams(form) });
}

async function sendJson(body: string, headers: Record<string, string> = {}, path = PROMPT) {
  return portal.ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body });
}

describe('the form of the device page', () => {
  it.each(['true', 'false'])('with the token of its page is passed on: %s', async (approve) => {
    expect((await sendForm({ ...TOKEN, approve }, visit())).status).toBe(PASSED_ON);
  });

  it.each([
    ['no token', {}, visit()],
    ['no cookie', TOKEN, {}],
    ['another origin', TOKEN, { ...visit(), Origin: 'https://evil.example' }],
    ['a cross-site request', TOKEN, { ...visit(), 'Sec-Fetch-Site': 'cross-site' }],
  ])('with %s is refused with 403', async (_, form, headers: Record<string, string>) => {
    expect((await sendForm({ ...form, approve: 'true' }, headers)).status).toBe(403);
  });

  it('with the token of a page before leads to the page, and is not passed on', async () => {
    const { status, headers } = await sendForm({ token: formToken('visit-2'), approve: 'true' }, visit());
    expect([status, headers.get('location')]).toEqual([303, DEVICE]);
  });

  it('without a clear answer is refused with 400', async () => {
    for (const form of [TOKEN, { ...TOKEN, approve: '' }, { ...TOKEN, approve: 'yes' }]) {
      expect((await sendForm(form, visit())).status).toBe(400);
    }
  });
});

describe('the answer of a program', () => {
  it.each([true, false])('%s is passed on without a cookie', async (approve) => {
    expect((await sendJson(JSON.stringify({ approve }))).status).toBe(PASSED_ON);
  });

  it.each(['{}', '{"approve":1}', '{"approve":"yes"}', '{"approve":null}', '[]', '{', '{"approve":{"$ne":false}}'])(
    '%s is refused with 400 as JSON',
    async (body) => {
      const { status, headers, text } = await sendJson(body);
      expect([status, headers.get('content-type')]).toEqual([400, expect.stringContaining('application/json')]);
      expect(JSON.parse(text)).toMatchObject({ status: 400 });
    },
  );

  it('from a page of somebody else is refused with 403', async () => {
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      expect((await sendJson('{"approve":true}', headers)).status).toBe(403);
    }
  });

  it('to what can be no prompt is refused with 404, and too long a one with 413', async () => {
    expect((await sendJson('{"approve":true}', {}, `${DEVICE}/%3Cb%3E`)).status).toBe(404);
    expect((await sendJson('{"approve":true}', {}, `${DEVICE}/${'a'.repeat(101)}`)).status).toBe(404);
    expect((await sendJson(JSON.stringify({ approve: true, more: 'x'.repeat(17_000) }))).status).toBe(413);
  });

  it('may not ask for a way out of the sandbox: no CORS is granted', async () => {
    const { headers } = await portal.ask(PROMPT, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('the device', () => {
  it('is linked from the start page for those who have one', async () => {
    const { text } = await portal.ask('/');
    expect(text).toContain('href="/sandbox/device/psu-private"');
    expect(text).toContain('href="/sandbox/device/psu-corporate-2"');
    expect(text).not.toContain('href="/sandbox/device/psu-multi"');
  });

  it('does not exist in production', async () => {
    await using production = await startPortal();
    const json = { 'Content-Type': 'application/json' };
    expect((await production.ask(DEVICE)).status).toBe(404);
    const answer = { method: 'POST', headers: json, body: '{"approve":true}' };
    expect((await production.ask(PROMPT, answer)).status).toBe(404);
  });

  it('is named in no log line', () => {
    const lines = portal.logLines().join('');
    expect(lines).toContain('/sandbox/device/:psuId');
    expect(lines).not.toMatch(/psu-private|a-1"/);
  });
});
