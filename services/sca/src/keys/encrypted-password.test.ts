import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPasswordKeys } from '@xs2a/contracts';
import { forAllTests, hrefOf, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { situationOf } from '@xs2a/test-system/ask-as-gateway';
import { IBAN, paymentOrder } from '@xs2a/test-system/data/fixtures';
import { startServices, startServicesWith } from '@xs2a/test-system/start/start-services';
import { TppAuthorisation } from '@xs2a/test-system/tpp/authorise-as-tpp';
import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';

const JWKS = '/.well-known/jwks.json';
const PATH = 'psuData.encryptedPassword';
const EMBEDDED = { 'TPP-Redirect-Preferred': 'false', 'PSU-IP-Address': '192.0.2.10' };
const PSU = { 'PSU-ID': 'psu-multi' };

const services = forAllTests(() => startServices('gateway', 'bank', 'sca', 'payments', 'consent'));
let tpp: TppClient;
beforeAll(async () => {
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
});

async function publishedKeys(from = tpp): Promise<JWK[]> {
  return (await from.get(JWKS)).body['keys'] as JWK[];
}

interface Encryption {
  readonly key?: JWK;
  readonly alg?: string;
  readonly enc?: string;
}

/** Encrypts a password as a TPP does, by default for the first published key. */
async function encrypted(password: string, { key, alg, enc = 'A256GCM' }: Encryption = {}): Promise<string> {
  const jwk = key ?? (await publishedKeys())[0] ?? {};
  const header = { alg: alg ?? jwk.alg ?? '', enc, ...(jwk.kid !== undefined && { kid: jwk.kid }) };
  return new CompactEncrypt(new TextEncoder().encode(password))
    .setProtectedHeader(header)
    .encrypt(await importJWK(jwk, header.alg));
}

/** Returns the JWE with the first character of its authentication tag changed, so that the tag is always wrong. */
function altered(jwe: string): string {
  const tag = jwe.lastIndexOf('.') + 1;
  return `${jwe.slice(0, tag)}${jwe[tag] === 'A' ? 'B' : 'A'}${jwe.slice(tag + 1)}`;
}

function create(from = tpp): Promise<TppAnswer> {
  const order = paymentOrder({ debtorAccount: { iban: IBAN.multi } });
  return from.post('/v1/payments/sepa-credit-transfers', order, { headers: EMBEDDED });
}

async function start(encryptedPassword: string, from = tpp): Promise<TppAnswer> {
  const href = hrefOf(await create(from), 'startAuthorisationWithEncryptedPsuAuthentication');
  return from.post(href, { psuData: { encryptedPassword } }, { headers: PSU });
}

function refusalOf({ status, body }: TppAnswer): unknown[] {
  const [message] = body['tppMessages'] as { code: string; path?: string }[];
  return [status, message?.code, message?.path];
}

describe('a password that only the bank can read (decision 21)', () => {
  it('its public key is published for everybody, without the private part, and survives restarts', async () => {
    const answer = await fetch(new URL(JWKS, services.running.gateway.httpUrl));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/jwk-set+json'),
    ]);
    const [key] = ((await answer.json()) as { keys: JWK[] }).keys;
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', use: 'enc', alg: 'ECDH-ES', kid: expect.any(String) });
    expect(key).not.toHaveProperty('d');
    await services.running.sca.stop();
    await services.restart('sca');
    expect(await publishedKeys()).toEqual([key]);
  });

  it('is offered from the first response on, whichever service started first; no response waits for an unavailable sca', async () => {
    const link = 'startAuthorisationWithEncryptedPsuAuthentication';
    await Promise.all([services.running.gateway.stop(), services.running.sca.stop()]);
    await services.restart('gateway');
    tpp = new TppClient(services.running.gateway.httpUrl ?? '');
    expect((await create()).body._links).not.toHaveProperty(link);
    await services.restart('sca');
    expect((await create()).body._links).toHaveProperty(link);
  });

  it('starts or updates an authorisation at the links for it', async () => {
    const started = await start(await encrypted('psu-multi-pass'));
    expect([started.status, started.body['scaStatus']]).toEqual([201, 'scaMethodSelected']);
    const plain = await tpp.post(
      hrefOf(await create(), 'startAuthorisationWithPsuAuthentication'),
      {},
      { headers: PSU },
    );
    expect(plain.body['scaStatus']).toBe('psuIdentified');
    const href = hrefOf(plain, 'updateEncryptedPsuAuthentication');
    expect(href).toBe(hrefOf(plain, 'updatePsuAuthentication'));
    const updated = await tpp.put(href, { psuData: { encryptedPassword: await encrypted('psu-multi-pass') } });
    expect([updated.status, updated.body['scaStatus']]).toEqual([200, 'scaMethodSelected']);
  });

  it('is answered with 401 if it is wrong, and may be sent again encrypted', async () => {
    const refused = await start(await encrypted('wrong'));
    expect(refusalOf(refused).slice(0, 2)).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
    const again = { psuData: { encryptedPassword: await encrypted('psu-multi-pass') } };
    const right = await tpp.put(hrefOf(refused, 'updateEncryptedPsuAuthentication'), again, { headers: PSU });
    expect(right.body['scaStatus']).toBe('scaMethodSelected');
  });

  it('is answered with 400 naming the field if it cannot be decrypted, for whatever reason, and costs no attempt', async () => {
    const own = (await publishedKeys())[0] ?? {};
    const foreign = await exportJWK((await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })).publicKey);
    const readable = await encrypted('psu-multi-pass');
    const unreadable = [
      'no.jwe.at.all.!',
      altered(readable),
      await encrypted('psu-multi-pass', { key: { ...foreign, kid: own.kid ?? '' }, alg: 'ECDH-ES' }),
      await encrypted('psu-multi-pass', { key: { ...own, kid: 'another' } }),
      await encrypted('psu-multi-pass', { alg: 'ECDH-ES+A256KW' }),
      await encrypted('psu-multi-pass', { enc: 'A128GCM' }),
      await encrypted('psu-multi-pass', { enc: 'A256CBC-HS512' }),
      await encrypted(''),
      await encrypted('x'.repeat(201)),
      'x'.repeat(2_001),
    ];
    for (const encryptedPassword of unreadable) {
      expect(refusalOf(await start(encryptedPassword))).toEqual([400, 'FORMAT_ERROR', PATH]);
    }
    expect((await start(readable)).body['scaStatus']).toBe('scaMethodSelected');
  });

  it('is refused together with a plain one: one kind of data at a time', async () => {
    const href = hrefOf(await create(), 'startAuthorisationWithEncryptedPsuAuthentication');
    const both = { psuData: { password: 'psu-multi-pass', encryptedPassword: await encrypted('psu-multi-pass') } };
    expect(refusalOf(await tpp.post(href, both, { headers: PSU })).slice(0, 2)).toEqual([400, 'FORMAT_ERROR']);
  });

  it('starts no cancellation, and no link offers it there (decision 14)', async () => {
    const created = await create();
    const self = hrefOf(created, 'self');
    const payments = services.database('payments').collection<{ _id: string; transactionStatus: string }>('payments');
    await payments.updateOne({ _id: self.split('/').at(-1) ?? '' }, { $set: { transactionStatus: 'ACCP' } });
    const cancelled = await tpp.delete(self, { headers: EMBEDDED });
    const links = Object.keys(cancelled.body._links ?? {});
    expect(links).toContain('startAuthorisationWithPsuAuthentication');
    expect(links).not.toContain('startAuthorisationWithEncryptedPsuAuthentication');
    const body = { psuData: { encryptedPassword: await encrypted('psu-multi-pass') } };
    const href = hrefOf(cancelled, 'startAuthorisationWithPsuAuthentication');
    expect(refusalOf(await tpp.post(href, body, { headers: PSU }))).toEqual([400, 'PARAMETER_NOT_SUPPORTED', PATH]);
    const started = await tpp.post(href, {}, { headers: PSU });
    expect(Object.keys(started.body._links ?? {}).toSorted()).toEqual(['scaStatus', 'updatePsuAuthentication']);
    const wrong = { psuData: { encryptedPassword: await encrypted('wrong') } };
    const refused = await tpp.put(hrefOf(started, 'updatePsuAuthentication'), wrong);
    expect([refused.status, Object.keys(refused.body._links ?? {})]).toEqual([401, ['updatePsuAuthentication']]);
  });
});

describe('a bank with its own keys', () => {
  it('publishes its whole set and decrypts passwords for any of them, RSA included', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'password-keys-'));
    try {
      const newest = await generateKeyPair('RSA-OAEP-256', { extractable: true });
      const before = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
      const keys = await Promise.all(
        [newest, before].map(async ({ privateKey }, index) => ({
          ...(await exportJWK(privateKey)),
          kid: `key-${index}`,
        })),
      );
      const file = join(directory, 'keys.json');
      await writeFile(file, JSON.stringify({ keys }));
      await using own = await startServicesWith({ PASSWORD_KEYS_FILE: file }, 'gateway', 'bank', 'sca', 'payments');
      const client = new TppClient(own.running.gateway.httpUrl ?? '');
      const published = await publishedKeys(client);
      expect(published.map(({ kid, alg }) => [kid, alg])).toEqual([
        ['key-0', 'RSA-OAEP-256'],
        ['key-1', 'ECDH-ES'],
      ]);
      for (const key of published) {
        for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(secret);
        const started = await start(await encrypted('psu-multi-pass', { key }), client);
        expect(started.body['scaStatus']).toBe('scaMethodSelected');
      }
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('publishes none if it has none, and refuses encrypted passwords', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'factor-key-'));
    const file = join(folder, 'factor-key');
    await writeFile(file, randomBytes(32).toString('base64'));
    await using own = await startServicesWith(
      { SANDBOX: 'false', PORTAL_URL: 'https://portal.test', FACTOR_KEY_FILE: file },
      'sca',
    );
    await rm(folder, { recursive: true });
    expect(await own.bus.ask(readPasswordKeys, {})).toEqual({ keys: [] });
    const authorisation = new TppAuthorisation(own.bus);
    await authorisation.start();
    const input = { kind: 'encryptedAuthentication', encryptedPassword: 'x' } as const;
    const asked = authorisation.update(input, { psu: { psuId: 'psu-private' } });
    expect(await situationOf(asked)).toBe('parameterNotSupported');
  });
});
