import { createHash, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompactEncrypt } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type KeysConfig,
  MessageProtection,
  readKeysFolder,
  readServiceKeys,
  ServiceKeys,
  serviceKeysEnv,
  UnauthenticMessage,
  writeServiceKeys,
} from '../index.ts';

const SETTLE = 'payments.settleAuthorisation';
const SEALED = 'bank.readInbox';
const ONCE = 'bank.answerDevice';
const SETTLEMENT = JSON.stringify({ authorisationId: 'a1', outcome: 'finalised', contentHash: 'h' });

const root = mkdtempSync(join(tmpdir(), 'xs2a-protection-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder: string;
let sca: MessageProtection;
let portal: MessageProtection;
let payments: MessageProtection;
let bank: MessageProtection;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'keys-'));
  writeServiceKeys(folder);
  sca = protectionOf('sca');
  portal = protectionOf('portal');
  payments = protectionOf('payments');
  bank = protectionOf('bank');
});

const protectionOf = (service: string, at = folder): MessageProtection =>
  new MessageProtection(readServiceKeys(service, serviceKeysEnv(at, service)));
const soon = (ms = 5_000): number => Date.now() + ms;

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => expect.fail('it was taken'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof UnauthenticMessage) {
    // A temporary error: an outbox sends it again.
    expect(error.refusal.status).toBe(503);
    return error.fault;
  }
  throw error;
}

/** A signature with given claims and header, by a key of this service. */
function forge(service: string, claims: object, header: object = {}): string {
  const { SERVICE_KEYS_FILE, PRIVATE_KEYS_FILE } = serviceKeysEnv(folder, service);
  const key = new ServiceKeys(SERVICE_KEYS_FILE, [PRIVATE_KEYS_FILE]).privateKeyOf([service], 'signing');
  if (key === undefined) throw new Error('no key');
  const now = Date.now() / 1_000;
  const sha256 = createHash('sha256').update(SETTLEMENT).digest('base64url');
  const all = { iss: service, sub: SETTLE, iat: now, exp: now + 5, jti: crypto.randomUUID(), sha256, ...claims };
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'EdDSA', typ: 'xs2a-message+jwt', kid: key.kid, ...header })}.${encode(all)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key.key).toString('base64url')}`;
}

describe('a signed message', () => {
  it('is accepted unchanged', async () => {
    const { payload, signature } = await sca.protect(SETTLE, SETTLEMENT, soon());
    expect(payload).toBe(SETTLEMENT);
    expect(await payments.open(SETTLE, payload, signature)).toEqual({ payload: SETTLEMENT });
  });

  it('is accepted twice, because its receiver is idempotent', async () => {
    const { payload, signature } = await sca.protect(SETTLE, SETTLEMENT, soon());
    for (let time = 0; time < 2; time++) await payments.open(SETTLE, payload, signature);
  });

  it.each<[string, (genuine: string) => string | undefined, string]>([
    ['no signature', () => undefined, 'unsigned'],
    ['an empty one', () => '', 'unsigned'],
    ['a text', () => 'signature', 'malformed'],
    ['a part too many', (genuine) => `${genuine}.x`, 'malformed'],
    ['the algorithm none', () => forge('sca', {}, { alg: 'none' }), 'malformed'],
    ['a shared secret', () => forge('sca', {}, { alg: 'HS256' }), 'malformed'],
    ['the type of another JWT', () => forge('sca', {}, { typ: 'JWT' }), 'malformed'],
    ['a header that brings its key', () => forge('sca', {}, { jwk: {} }), 'malformed'],
    ['a very long one', (genuine) => `${genuine}${'A'.repeat(10_000)}`, 'malformed'],
    ['a service that may not ask', () => forge('portal', {}), 'otherSigner'],
    ['another service in the name of sca', () => forge('portal', { iss: 'sca' }), 'keyUnknown'],
    ['an unknown key', () => forge('sca', {}, { kid: 'other' }), 'keyUnknown'],
    ['a changed signature', (genuine) => `${genuine.slice(0, -10)}AAAAAAAAAA`, 'signatureInvalid'],
    ['no bytes for a signature', (genuine) => genuine.slice(0, genuine.lastIndexOf('.') + 1), 'signatureInvalid'],
    ['another operation', () => forge('sca', { sub: 'payments.settleBasketAuthorisation' }), 'otherMessage'],
    ['another content', () => forge('sca', { sha256: 'AAAA' }), 'otherMessage'],
    [
      'a time to come',
      () => forge('sca', { iat: Date.now() / 1_000 + 60, exp: Date.now() / 1_000 + 65 }),
      'fromTheFuture',
    ],
    ['a time long ago', () => forge('sca', { iat: Date.now() / 1_000 - 60, exp: Date.now() / 1_000 - 50 }), 'expired'],
    ['validity for ever', () => forge('sca', { exp: Date.now() / 1_000 + 86_400 }), 'expired'],
  ])('with %s is refused', async (_, change, fault) => {
    const { payload, signature = '' } = await sca.protect(SETTLE, SETTLEMENT, soon());
    expect(await faultOf(payments.open(SETTLE, payload, change(signature)))).toBe(fault);
  });

  it('is not valid for another authorisation or outcome', async () => {
    const { signature } = await sca.protect(SETTLE, SETTLEMENT, soon());
    for (const changed of [SETTLEMENT.replace('a1', 'a2'), SETTLEMENT.replace('finalised', 'failed')]) {
      expect(await faultOf(payments.open(SETTLE, changed, signature))).toBe('otherMessage');
    }
  });

  it('cannot be created by a service that may not call the operation', async () => {
    await expect(portal.protect(SETTLE, SETTLEMENT, soon())).rejects.toThrow('internalError');
    await expect(new MessageProtection().protect(SETTLE, SETTLEMENT, soon())).rejects.toThrow('internalError');
  });

  it('is refused by a service without keys', async () => {
    const { payload, signature } = await sca.protect(SETTLE, SETTLEMENT, soon());
    await expect(new MessageProtection().open(SETTLE, payload, signature)).rejects.toThrow('internalError');
  });
});

describe('a sealed message', () => {
  const REQUEST = JSON.stringify({ psuId: 'psu-private' });

  it('can only be read by its receiver, and the reply only by its sender', async () => {
    const sent = await portal.protect(SEALED, REQUEST, soon());
    expect(sent.payload).not.toContain('psu-private');
    const opened = await bank.open(SEALED, sent.payload, sent.signature);
    expect(opened.payload).toBe(REQUEST);
    const reply = await opened.sealReply?.({ payload: '{"code":"123456"}', isRefusal: false });
    expect(reply).not.toContain('123456');
    expect(await sent.openReply?.(reply ?? '')).toEqual({ payload: '{"code":"123456"}', isRefusal: false });
  });

  it('has a reply that does not match any other request', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => portal.protect(SEALED, REQUEST, soon())));
    const opened = await bank.open(SEALED, first?.payload ?? '', first?.signature);
    const reply = (await opened.sealReply?.({ payload: '{}', isRefusal: false })) ?? '';
    expect(await faultOf(second?.openReply?.(reply) ?? Promise.resolve())).toBe('unopenable');
  });

  it('can only be answered by its receiver: an unsealed reply is rejected', async () => {
    const { openReply } = await portal.protect(SEALED, REQUEST, soon());
    expect(await faultOf(openReply?.('{"messages":[]}') ?? Promise.resolve())).toBe('clear');
    expect(await faultOf(openReply?.('{"sealed":"a.b.c.d.e"}') ?? Promise.resolve())).toBe('unopenable');
  });

  it('marks an error reply in a way that is protected from changes', async () => {
    const { payload, signature, openReply } = await portal.protect(SEALED, REQUEST, soon());
    const { sealReply } = await bank.open(SEALED, payload, signature);
    const refused = await sealReply?.({ payload: '{"refusal":"psuCredentialsInvalid"}', isRefusal: true });
    expect((await openReply?.(refused ?? ''))?.isRefusal).toBe(true);
  });

  it('is required: an unsealed one is refused, signed or not', async () => {
    expect(await faultOf(bank.open(SEALED, REQUEST, undefined))).toBe('unsigned');
    const sha256 = createHash('sha256').update(REQUEST).digest('base64url');
    expect(await faultOf(bank.open(SEALED, REQUEST, forge('portal', { sub: SEALED, sha256 })))).toBe('clear');
  });

  it('for another operation is refused, even if its sender signs it again', async () => {
    const { payload } = await portal.protect('bank.readDevice', REQUEST, soon());
    const sha256 = createHash('sha256').update(payload).digest('base64url');
    const signature = forge('portal', { sub: SEALED, sha256 });
    expect(await faultOf(bank.open(SEALED, payload, signature))).toBe('otherMessage');
  });

  it('that may be used once is refused the second time', async () => {
    const { payload, signature } = await portal.protect(ONCE, REQUEST, soon());
    await bank.open(ONCE, payload, signature);
    expect(await faultOf(bank.open(ONCE, payload, signature))).toBe('replayed');
  });

  it.each(['AAAA', '', '***', 'A'.repeat(44)])(
    'that names %o as the key for its reply is refused',
    async (replyKey) => {
      const key = readKeysFolder(folder).publicKey('bank', 'sealing') ?? expect.fail('no key');
      const content = JSON.stringify({ subject: SEALED, request: REQUEST, replyKey });
      const sealed = await new CompactEncrypt(new TextEncoder().encode(content))
        .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', typ: 'xs2a-request', kid: key.kid })
        .encrypt(key.key);
      const payload = JSON.stringify({ sealed });
      const sha256 = createHash('sha256').update(payload).digest('base64url');
      expect(await faultOf(bank.open(SEALED, payload, forge('portal', { sub: SEALED, sha256 })))).toBe('unopenable');
    },
  );

  it('is only used for secrets', async () => {
    const without = await payments.protect('sca.startAuthorisation', '{"authorisationId":"a1"}', soon());
    const secret = '{"authorisationId":"a1","input":{"kind":"authentication","password":"p"}}';
    const withSecret = await payments.protect('sca.startAuthorisation', secret, soon());
    expect([without.openReply === undefined, withSecret.openReply === undefined]).toEqual([true, false]);
    await sca.open('sca.startAuthorisation', without.payload, without.signature);
    const sha256 = createHash('sha256').update(secret).digest('base64url');
    const clear = forge('payments', { sub: 'sca.startAuthorisation', sha256 });
    expect(await faultOf(sca.open('sca.startAuthorisation', secret, clear))).toBe('clear');
  });
});

describe('a bank without keys', () => {
  it('gets and may send unprotected messages', async () => {
    const without = mkdtempSync(join(root, 'keys-'));
    writeServiceKeys(without, ['sca', 'payments']);
    const verify = JSON.stringify({ psuId: 'psu-private', password: 'p' });
    const sent = await protectionOf('sca', without).protect('bank.verifyPassword', verify, soon());
    expect([sent.payload, sent.openReply]).toEqual([verify, undefined]);
    const report = '{"paymentId":"p1","transactionStatus":"ACSC"}';
    const opened = await protectionOf('payments', without).open('payments.reportExecution', report, undefined);
    expect(opened.payload).toBe(report);
  });

  it('is the only such participant: unsigned messages of all others are refused', async () => {
    const without = mkdtempSync(join(root, 'keys-'));
    writeServiceKeys(without, ['payments']);
    expect(await faultOf(protectionOf('payments', without).open(SETTLE, SETTLEMENT, undefined))).toBe('unsigned');
  });
});

describe('protection keys', () => {
  it('are in files that only their service can read, and are kept when the command runs again', () => {
    const { PRIVATE_KEYS_FILE, SERVICE_KEYS_FILE } = serviceKeysEnv(folder, 'sca');
    expect(statSync(PRIVATE_KEYS_FILE).mode & 0o777).toBe(0o600);
    const before = readFileSync(PRIVATE_KEYS_FILE, 'utf8');
    expect(writeServiceKeys(folder)).toEqual([]);
    expect(readFileSync(PRIVATE_KEYS_FILE, 'utf8')).toBe(before);
    expect(readFileSync(SERVICE_KEYS_FILE, 'utf8')).not.toContain('"d"');
  });

  it('are renewed without a restart: messages with keys of both generations are accepted', async () => {
    const early = await sca.protect(SETTLE, SETTLEMENT, soon());
    const sealed = await portal.protect(SEALED, '{}', soon());
    writeServiceKeys(folder, ['sca', 'portal', 'bank'], { rotate: true });
    const renewed = protectionOf('sca');
    const late = await renewed.protect(SETTLE, SETTLEMENT, soon());
    const taken = () => payments.open(SETTLE, late.payload, late.signature).then(Boolean, () => false);
    // The files are read again at most once a second.
    await expect.poll(taken).toBe(true);
    await payments.open(SETTLE, early.payload, early.signature);
    await bank.open(SEALED, sealed.payload, sealed.signature);
    const anew = await protectionOf('portal').protect(SEALED, '{}', soon());
    const opened = () => bank.open(SEALED, anew.payload, anew.signature).then(Boolean, () => false);
    await expect.poll(opened).toBe(true);
  });

  it('older than two generations are rejected', async () => {
    const old = await sca.protect(SETTLE, SETTLEMENT, soon());
    for (let time = 0; time < 2; time++) writeServiceKeys(folder, ['sca'], { rotate: true });
    expect(await faultOf(protectionOf('payments').open(SETTLE, old.payload, old.signature))).toBe('keyUnknown');
  });

  it.each<[string, (env: KeysConfig) => KeysConfig, string]>([
    [
      'no public keys',
      ({ PRIVATE_KEYS_FILE }) => ({ PRIVATE_KEYS_FILE }),
      'SERVICE_KEYS_FILE: must be set: sca does not',
    ],
    [
      'no private keys',
      ({ SERVICE_KEYS_FILE }) => ({ SERVICE_KEYS_FILE }),
      'PRIVATE_KEYS_FILE: must be set: sca does not',
    ],
    [
      'a file that is not there',
      (env) => ({ ...env, PRIVATE_KEYS_FILE: '/nowhere' }),
      'PRIVATE_KEYS_FILE: the file cannot be read (ENOENT)',
    ],
    [
      'public keys for private ones',
      (env) => ({ ...env, PRIVATE_KEYS_FILE: env.SERVICE_KEYS_FILE }),
      'PRIVATE_KEYS_FILE: is no file with private keys',
    ],
    [
      'private keys for public ones',
      (env) => ({ ...env, SERVICE_KEYS_FILE: env.PRIVATE_KEYS_FILE }),
      'SERVICE_KEYS_FILE: is no file with public keys',
    ],
    [
      'the keys of another service',
      () => ({ ...serviceKeysEnv(folder, 'bank') }),
      'PRIVATE_KEYS_FILE: has no key of sca for signing',
    ],
  ])('are required: a service with %s does not start, with one line that names the variable', (_, change, message) => {
    const refused = (): unknown => readServiceKeys('sca', change(serviceKeysEnv(folder, 'sca')));
    expect(refused).toThrow(message);
    expect(refused).toThrow(/^[^\n]*$/);
  });

  it('in a folder are those of all services', () => {
    const keys = readKeysFolder(folder);
    expect(['sca', 'bank'].map((service) => keys.privateKeyOf([service], 'signing')?.service)).toEqual(['sca', 'bank']);
  });

  it('are read again at most once a second, whatever key ids are sent', () => {
    const keys = readKeysFolder(folder);
    writeFileSync(serviceKeysEnv(folder, 'sca').SERVICE_KEYS_FILE, '{');
    for (let index = 0; index < 100; index++)
      expect(keys.publicKeyNamed('sca', 'signing', `k${index}`)).toBeUndefined();
    expect(keys.publicKey('sca', 'signing')).toBeDefined();
  });
});
