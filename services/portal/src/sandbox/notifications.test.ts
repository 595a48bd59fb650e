import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../../test/start-portal.ts';

let sandbox: TestPortal;
let bank: TestPortal;
beforeAll(async () => {
  [sandbox, bank] = await Promise.all([startPortal({ SANDBOX: 'true' }), startPortal()]);
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
  await bank[Symbol.asyncDispose]();
});

const AT = '/sandbox/notifications';
const post = (body: object, requestId: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Request-ID': requestId },
  body: JSON.stringify(body),
});

describe('the receiver of the sandbox stands for the one of a TPP (decision 27)', () => {
  it('answers 200 without a body, and shows what came, the newest first, until it is told to forget', async () => {
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

  it('does not exist in production', async () => {
    expect((await bank.ask(AT)).status).toBe(404);
    expect((await bank.ask(AT, post({}, 'id-1'))).status).toBe(404);
    expect((await bank.ask(AT, { method: 'DELETE' })).status).toBe(404);
  });
});
