import { startPortal } from '@xs2a/portal/start-portal';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { startSandboxPortal } from '../../test/start-portal.ts';

const sandbox = forAllTests(() => startSandboxPortal());
const bank = forAllTests(() => startPortal());

const AT = '/sandbox/notifications';
const post = (body: object, requestId: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Request-ID': requestId },
  body: JSON.stringify(body),
});

describe('the receiver of the sandbox stands for the one of a TPP (decision 27)', () => {
  it('answers 200 without a body, and shows received messages, the newest first, until they are cleared', async () => {
    const told = await sandbox.ask(AT, post({ paymentId: 'one', transactionStatus: 'ACSP' }, 'id-1'));
    expect([told.status, told.text]).toEqual([200, '']);
    await sandbox.ask(AT, post({ paymentId: 'one', transactionStatus: 'ACSC' }, 'id-2'));
    expect(JSON.parse((await sandbox.ask(AT)).text)).toEqual([
      { at: expect.any(String), requestId: 'id-2', body: { paymentId: 'one', transactionStatus: 'ACSC' } },
      { at: expect.any(String), requestId: 'id-1', body: { paymentId: 'one', transactionStatus: 'ACSP' } },
    ]);
    expect((await sandbox.ask(AT, { method: 'DELETE' })).status).toBe(204);
    expect(JSON.parse((await sandbox.ask(AT)).text)).toEqual([]);
  });

  it('keeps two hundred, and none that is longer than sixteen thousand bytes', async () => {
    for (const index of Array.from({ length: 203 }).keys()) await sandbox.ask(AT, post({ index }, `id-${index}`));
    const kept = JSON.parse((await sandbox.ask(AT)).text) as { body: unknown }[];
    expect([kept.length, kept[0]?.body]).toEqual([200, { index: 202 }]);
    expect((await sandbox.ask(AT, post({ long: 'x'.repeat(20_000) }, 'id-long'))).status).toBe(413);
  });

  it('is a page for browsers, with status, resource and message of each, and nothing that was sent is markup', async () => {
    await sandbox.ask(`${AT}/page`, post({ paymentId: 'p-1', transactionStatus: 'ACSC' }, 'id-7'));
    await sandbox.ask(`${AT}/page`, post({ note: '<script>alert(1)</script>' }, '<b>'));
    const { text, headers } = await sandbox.ask(`${AT}/page`, {
      headers: { Accept: 'text/html', 'Accept-Language': 'en' },
    });
    expect([headers.get('content-type'), headers.get('vary')]).toEqual(['text/html; charset=utf-8', 'Accept']);
    expect(text).toMatch(/paymentId <code>p-1<\/code>[\s\S]*transactionStatus: <strong>ACSC<\/strong>[\s\S]*id-7/);
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toMatch(/<script>alert|<b>/);
    const croatian = await sandbox.ask(`${AT}/page`, { headers: { Accept: 'text/html', 'Accept-Language': 'hr' } });
    expect(croatian.text).toContain('<h1>Obavijesti</h1>');
  });

  it('has a box for each name, so that one developer sees and forgets nothing of another', async () => {
    await sandbox.ask(`${AT}/ana`, post({ of: 'ana' }, 'id-a'));
    await sandbox.ask(`${AT}/ivo`, post({ of: 'ivo' }, 'id-i'));
    expect((await sandbox.ask(`${AT}/ana`, { method: 'DELETE' })).status).toBe(204);
    const bodies = async (at: string) =>
      (JSON.parse((await sandbox.ask(at)).text) as { body: object }[]).map(({ body }) => body);
    expect([await bodies(`${AT}/ana`), await bodies(`${AT}/ivo`)]).toEqual([[], [{ of: 'ivo' }]]);
    expect(await bodies(AT)).not.toContainEqual({ of: 'ivo' });
    for (const wrong of ['a.b', 'x'.repeat(65), '%20']) {
      expect((await sandbox.ask(`${AT}/${wrong}`)).status, wrong).toBe(404);
    }
  });

  it('keeps a hundred boxes: the one that was silent for longest is forgotten first', async () => {
    await sandbox.ask(`${AT}/first`, post({}, 'id-f'));
    for (const index of Array.from({ length: 100 }).keys()) await sandbox.ask(`${AT}/n${index}`, post({}, 'id'));
    expect([(await sandbox.ask(`${AT}/first`)).text, JSON.parse((await sandbox.ask(`${AT}/n0`)).text)]).toEqual([
      '[]',
      [expect.anything()],
    ]);
  });

  it('does not exist in production', async () => {
    expect((await bank.ask(AT)).status).toBe(404);
    expect((await bank.ask(AT, post({}, 'id-1'))).status).toBe(404);
    expect((await bank.ask(AT, { method: 'DELETE' })).status).toBe(404);
  });
});
