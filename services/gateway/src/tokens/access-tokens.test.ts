import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listAccounts, readTokenKeys } from '@xs2a/contracts';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerTo } from '../../test/answer-to.ts';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';

const FLOOD = 20;
const TPP = 'PSDHR-HNB-SANDBOX';
const ISSUER = 'https://api.bank.example';
const folder = mkdtempSync(join(tmpdir(), 'xs2a-own-server-'));
let gateway: TestGateway;
let sign: (claims: object) => Promise<string>;
let server: Awaited<ReturnType<typeof answerTo<typeof readTokenKeys>>>;
beforeAll(async () => {
  const PROFILE = join(folder, 'profile.yaml');
  writeFileSync(PROFILE, JSON.stringify({ preset: 'hr-full', oauth: { integrated: true } }));
  gateway = await startGateway({ PROFILE, GATEWAY_URL: ISSUER });
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const own = await exportJWK(publicKey);
  const key = { kty: 'EC', crv: 'P-256', x: own.x ?? '', y: own.y ?? '', kid: await calculateJwkThumbprint(own) };
  sign = (claims) =>
    new SignJWT({ iss: ISSUER, aud: ISSUER, sub: 'u-17', client_id: TPP, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })
      .setExpirationTime('5m')
      .sign(privateKey);
  server = await answerTo(gateway.natsUrl, readTokenKeys, () => ({ keys: [{ ...key, alg: 'ES256', use: 'sig' }] }));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

it('tokens that name unknown keys do not make the gateway ask for the keys each time', async () => {
  const { privateKey } = await generateKeyPair('ES256');
  for (let sent = 0; sent < FLOOD; sent += 1) {
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: `made-up-${sent}` }).sign(privateKey);
    const { status, message } = await gateway.ask('GET', '/v1/consents/x/status', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([status, message.code]).toEqual([401, 'TOKEN_UNKNOWN']);
  }
  expect(server.asked.length).toBeGreaterThan(0);
  expect(server.asked.length).toBeLessThan(FLOOD / 2);
});

it.each([{}, { 'Consent-ID': '' }, { 'Consent-ID': 'consent-1' }])(
  'the token of a consent names the consent of a read with the headers %j',
  async (headers) => {
    await using accounts = await answerTo(gateway.natsUrl, listAccounts, () => ({ accounts: [] }));
    const thumbprint = createHash('sha256').update(`sandbox ${TPP}`).digest('base64url');
    const token = await sign({ scope: 'AIS:consent-1', cnf: { 'x5t#S256': thumbprint } });
    const sent = { headers: { ...headers, Authorization: `Bearer ${token}` } };
    expect((await gateway.ask('GET', '/v1/accounts', sent)).status).toBe(200);
    expect(accounts.asked).toMatchObject([{ consentId: 'consent-1' }]);
  },
);
