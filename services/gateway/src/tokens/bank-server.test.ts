import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initiatePayment } from '@xs2a/contracts';
import { profileFile } from '@xs2a/test-kit';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer-to.ts';
import { AS_JSON, PAYMENT } from '../../test/endpoint-samples.ts';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';

const ISSUER = 'https://login.bank.example';
const AUDIENCE = 'https://xs2a.bank.example';
const TPP = 'PSDHR-HNB-SANDBOX';

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly published: JWK;
}

async function newKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const published = await exportJWK(publicKey);
  return { kid: await calculateJwkThumbprint(published), privateKey, published };
}

/** Keys that the bank publishes, and whether its server is unavailable. */
const published: { keys: Key[]; isAway: boolean } = { keys: [], isAway: false };
let keysOfBank: Server;
let gateway: TestGateway;
let payments: Awaited<ReturnType<typeof answerTo<typeof initiatePayment>>>;

beforeAll(async () => {
  published.keys = [await newKey()];
  keysOfBank = createServer((_, response) => {
    response.statusCode = published.isAway ? 503 : 200;
    const keys = published.keys.map(({ published: jwk, kid }) => ({ ...jwk, kid, alg: 'ES256', use: 'sig' }));
    response.end(JSON.stringify({ keys }));
  }).listen(0, '127.0.0.1');
  await once(keysOfBank, 'listening');
  await startBank();
});
afterAll(async () => {
  await stopBank();
  keysOfBank.close();
});

async function startBank(): Promise<void> {
  const keysUrl = `http://127.0.0.1:${(keysOfBank.address() as AddressInfo).port}/keys`;
  const oauth = {
    preStep: { accounts: 'off', payments: 'needed', funds: 'off' },
    server: {
      metadataUrl: `${ISSUER}/.well-known/oauth-authorization-server`,
      issuer: ISSUER,
      keysUrl,
      audience: AUDIENCE,
      scopes: { accounts: 'psd2-ais', payments: 'psd2-pis', funds: 'psd2-piis' },
      psuIdClaim: 'bank_user',
      corporateIdClaim: 'bank_company',
    },
  };
  gateway = await startGateway({ PROFILE: profileFile({ preset: 'hr-full', oauth }) });
  payments = await answerTo(gateway.natsUrl, initiatePayment, () => ({
    paymentId: 'p1',
    transactionStatus: 'RCVD' as const,
    psuKnown: true,
  }));
}

async function stopBank(): Promise<void> {
  await payments[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
}

/** In the sandbox without TLS, a token is bound to the id of the TPP (docs/oauth.md). */
const boundTo = (tpp: string): string => createHash('sha256').update(`sandbox ${tpp}`).digest('base64url');

const CLAIMS = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'u-17',
  client_id: TPP,
  scope: 'openid psd2-pis',
  bank_user: 'psu-of-bank',
  cnf: { 'x5t#S256': boundTo(TPP) },
};

async function tokenOf(claims: object = {}, [key] = published.keys): Promise<string> {
  if (key === undefined) throw new Error('the bank has no key');
  return new SignJWT({ ...CLAIMS, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })
    .setExpirationTime('5m')
    .sign(key.privateKey);
}

async function pay(token: string, more: Record<string, string> = {}) {
  const headers = { ...AS_JSON, Authorization: `Bearer ${token}`, ...more };
  const path = '/v1/payments/sepa-credit-transfers';
  const { status, message } = await gateway.ask('POST', path, { headers, body: JSON.stringify(PAYMENT) });
  return [status, ...(message.code === undefined ? [] : [message.code])];
}

describe("tokens of the bank's own authorisation server, as pre-step (docs/oauth.md)", () => {
  it("name the PSU in the bank's claims", async () => {
    expect(await pay(await tokenOf())).toEqual([201]);
    expect(payments.asked.at(-1)).toMatchObject({ psu: { psuId: 'psu-of-bank' } });
    expect(await pay(await tokenOf({ bank_company: 'acme' }))).toEqual([201]);
    expect(payments.asked.at(-1)).toMatchObject({ psu: { psuId: 'psu-of-bank', corporateId: 'acme' } });
  });

  it('are refused if the header names another PSU', async () => {
    expect(await pay(await tokenOf(), { 'PSU-ID': 'psu-of-bank' })).toEqual([201]);
    expect(await pay(await tokenOf(), { 'PSU-ID': 'another' })).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
  });

  it.each([
    ['another issuer', { iss: 'https://login.other.example' }, 'TOKEN_UNKNOWN'],
    ['another audience', { aud: 'https://shop.bank.example' }, 'TOKEN_UNKNOWN'],
    ['another TPP', { client_id: 'PSDHR-HNB-OTHER' }, 'TOKEN_UNKNOWN'],
    ['nobody', { bank_user: undefined }, 'TOKEN_UNKNOWN'],
    ['no certificate', { cnf: undefined }, 'TOKEN_UNKNOWN'],
    ['the certificate of another TPP', { cnf: { 'x5t#S256': boundTo('PSDHR-HNB-OTHER') } }, 'TOKEN_INVALID'],
    ['another service', { scope: 'openid psd2-ais' }, 'TOKEN_INVALID'],
    ['no service', { scope: 'openid' }, 'TOKEN_INVALID'],
    ['yesterday', { exp: Math.floor(Date.now() / 1_000) - 86_400 }, 'TOKEN_EXPIRED'],
  ])('of %s are refused', async (_, claims, code) => {
    const token = 'exp' in claims ? await expired(claims.exp) : await tokenOf(claims);
    expect(await pay(token)).toEqual([401, code]);
  });

  it('are refused if signed with a foreign key', async () => {
    const [own] = published.keys;
    const stranger = await newKey();
    expect(await pay(await tokenOf({}, [stranger]))).toEqual([401, 'TOKEN_UNKNOWN']);
    // A foreign key under the name of the bank's key.
    expect(await pay(await tokenOf({}, [{ ...stranger, kid: own?.kid ?? '' }]))).toEqual([401, 'TOKEN_UNKNOWN']);
  });

  it('stay valid while the bank is unavailable if read before; new ones get 503 until its keys are available', async () => {
    await stopBank();
    await startBank();
    published.isAway = true;
    const token = await tokenOf();
    expect(await pay(token)).toEqual([503, 'SERVICE_UNAVAILABLE']);
    published.isAway = false;
    expect(await pay(token)).toEqual([201]);
    published.isAway = true;
    expect(await pay(token)).toEqual([201]);
    published.isAway = false;
  });
});

async function expired(at: number): Promise<string> {
  const [key] = published.keys;
  if (key === undefined) throw new Error('the bank has no key');
  const header = { alg: 'ES256', typ: 'at+jwt', kid: key.kid };
  return new SignJWT(CLAIMS).setProtectedHeader(header).setExpirationTime(at).sign(key.privateKey);
}
