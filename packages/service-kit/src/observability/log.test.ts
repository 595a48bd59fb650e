import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLog, scrub } from '../index.ts';

const IBAN = 'HR1210010051863000160';
const PAN = '4532000000000017';
const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJwc3UtMSJ9.c2lnbmF0dXJl';
const PASSWORD = 'correct-horse-battery';
const DATABASE = 'mongodb://payments:s3cr3t@db.internal:27017/payments';
const CANARIES = [IBAN, PAN, TOKEN, PASSWORD, 's3cr3t'];

/** Lines that a log writes while `use` runs. */
function linesOf(use: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  use(createLog('payments', 'debug', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

describe('a log line', () => {
  it('contains author, time, severity and its permitted fields', () => {
    const line: unknown = JSON.parse(linesOf((log) => log.info({ paymentId: 'p-1', ms: 3 }, 'done')));
    expect(line).toMatchObject({ level: 'info', service: 'payments', paymentId: 'p-1', ms: 3, msg: 'done' });
    expect(line).toHaveProperty('time');
  });

  it('contains no field outside the list, whatever its name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 12 }), (name, value) => {
        fc.pre(
          !/^(err|event|job|ms|path|port|tpp|count|method|route|signal|status|profile|outcome|operation|attempts|collection|msg)$|Id$/.test(
            name,
          ),
        );
        const line = linesOf((log) => log.info({ [`x${name}`]: value }, 'text'));
        expect(JSON.parse(line)).not.toHaveProperty([`x${name}`]);
      }),
    );
  });

  it('contains no bodies, passwords or codes', () => {
    const fields = {
      password: PASSWORD,
      body: { iban: IBAN },
      psuId: 'psu-private',
      otp: '123456',
      request: { PASSWORD },
    };
    const line = linesOf((log) => log.warn({ ...fields, consentId: 'c-1' }, 'refused'));
    for (const secret of [...CANARIES, 'psu-private', '123456']) expect(line).not.toContain(secret);
    expect(line).toContain('c-1');
  });

  it.each([
    ['an error', (secret: string) => new Error(secret)],
    ['an error over several lines', (secret: string) => new Error(`refused:\n${secret}\n\t${secret}\r${secret}`)],
    ['the cause of an error', (secret: string) => new Error('outer', { cause: new Error(`x ${secret}`) })],
    ['a thrown text', (secret: string) => secret],
  ])('shows no account, card, token or credential in %s', (_, errorWith) => {
    for (const secret of [IBAN, PAN, TOKEN, DATABASE, `Bearer ${TOKEN}`]) {
      const line = linesOf((log) => log.error({ err: errorWith(secret) }, `text ${secret}`));
      for (const canary of CANARIES) expect(line, canary).not.toContain(canary);
    }
  });

  it.each([null, undefined, 0, 'text', {}, Symbol('x')])('is written for any thrown value: %s', (thrown) => {
    expect(linesOf((log) => log.error({ err: thrown }, 'failed'))).toContain('failed');
  });
});

describe('scrub', () => {
  it('removes an IBAN anywhere in a line of JSON, also in groups of four', () => {
    const before = fc.constantFrom('', ' ', '"', '\n', '\t', '\r', '\b', '\f', '/', '=', ',', '(', 'č');
    const after = fc.constantFrom('', ' ', '"', '\n', '.', ',', ')', '/', '?');
    const written = fc.constantFrom(
      IBAN,
      'HR12 1001 0051 8630 0016 0',
      'DE89370400440532013000',
      'GB82west12345698765432',
    );
    fc.assert(
      fc.property(before, written, after, (left, iban, right) => {
        const line = scrub(JSON.stringify({ msg: `text${left === '' ? ' ' : left}${iban}${right}` }));
        expect(line).toContain('[IBAN]');
        expect(line).not.toContain(iban.slice(4, 9));
      }),
    );
  });

  it('removes card numbers and keeps other long numbers', () => {
    for (const pan of [PAN, '4532 0000 0000 0017', '4532-0000-0000-0017']) {
      expect(scrub(JSON.stringify(`card\n${pan}\n`))).toContain('[PAN]');
    }
    expect(scrub('4532000000000018')).toBe('4532000000000018');
    expect(scrub('1763700000000')).toBe('1763700000000');
  });

  it('keeps ids, trace ids and times unchanged', () => {
    for (const harmless of [
      crypto.randomUUID(),
      '4bf92f3577b34da6a3ce929d0e0e4736',
      '2026-11-21T05:50:01.123Z',
      'PSDHR-HNB-SANDBOX',
    ]) {
      expect(scrub(harmless)).toBe(harmless);
    }
  });

  it.each([
    // Trace ids and UUIDs that contain the digits of a card or the form of an IBAN.
    '116044bbfaa34d0dd4222222222222d8',
    '00-4532015112830366aaaaaaaaaaaaaaaa-00f067aa0ba902b7-01',
    'abcd4111-1111-1111-1111-aaaaaaaaaaaa',
    '6E4DB72D-F254-4E56-AB20-AE1210010051',
  ])('keeps the id %s', (id) => {
    const line = JSON.stringify({ traceId: id, requestId: id });
    expect(scrub(line)).toBe(line);
  });

  it('removes a card number next to an id', () => {
    const id = '116044bbfaa34d0dd4222222222222d8';
    expect(scrub(`${id} 4111111111111111`)).toBe(`${id} [PAN]`);
    expect(scrub('4111-1111-1111-1111')).toBe('[PAN]');
  });

  it('removes credentials from addresses and keeps the host', () => {
    expect(scrub(`at\n${DATABASE}`)).toBe('at\nmongodb://[CREDENTIALS]@db.internal:27017/payments');
    expect(scrub('nats://user:pw@host:4222')).toBe('nats://[CREDENTIALS]@host:4222');
    expect(scrub('mongodb://127.0.0.1:27017/?replicaSet=rs0')).toBe('mongodb://127.0.0.1:27017/?replicaSet=rs0');
  });

  it('removes bearer tokens of any form', () => {
    expect(scrub(`Authorization: Bearer ${TOKEN}`)).toBe('Authorization: Bearer [TOKEN]');
    expect(scrub('Bearer abcDEF123==')).toBe('Bearer [TOKEN]');
  });
});
