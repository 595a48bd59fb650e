import { createHash } from 'node:crypto';
import { confirmFunds, listAccounts, readTokenKeys, readTokenPsu } from '@xs2a/contracts';
import { forAllTests, profileFile } from '@xs2a/test-kit';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer-to.ts';
import { startGateway } from '../../test/start-gateway.ts';

const FLOOD = 20;
const TPP = 'PSDHR-HNB-SANDBOX';
const QUESTION = JSON.stringify({
  account: { iban: 'HR1210010051863000160' },
  instructedAmount: { currency: 'EUR', amount: '10.00' },
});
const ISSUER = 'https://api.bank.example';
const PROFILE = profileFile({ preset: 'hr-full', oauth: { integrated: true } });
const gateway = forAllTests(() => startGateway({ PROFILE, GATEWAY_URL: ISSUER }));
let sign: (claims: object) => Promise<string>;
let server: Awaited<ReturnType<typeof answerTo<typeof readTokenKeys>>>;
beforeAll(async () => {
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
afterAll(() => server[Symbol.asyncDispose]());

it('tokens that name unknown keys do not make the gateway fetch the keys each time', async () => {
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

const THUMBPRINT = createHash('sha256').update(`sandbox ${TPP}`).digest('base64url');

async function bearer(scope: string): Promise<Record<string, string>> {
  return { Authorization: `Bearer ${await sign({ scope, cnf: { 'x5t#S256': THUMBPRINT } })}` };
}

describe.each([{}, { 'Consent-ID': '' }, { 'Consent-ID': 'consent-1' }])('with the headers %j', (headers) => {
  it('the token of a consent identifies the consent of a read', async () => {
    await using accounts = await answerTo(gateway.natsUrl, listAccounts, () => ({ accounts: [] }));
    const sent = { headers: { ...headers, ...(await bearer('AIS:consent-1')) } };
    expect((await gateway.ask('GET', '/v1/accounts', sent)).status).toBe(200);
    expect(accounts.asked).toMatchObject([{ consentId: 'consent-1' }]);
  });

  it('the token of a funds consent identifies the consent of a funds confirmation', async () => {
    await using accounts = await answerTo(gateway.natsUrl, confirmFunds, () => ({ fundsAvailable: true }));
    const json = { 'Content-Type': 'application/json' };
    const sent = { headers: { ...json, ...headers, ...(await bearer('PIIS:consent-1')) } };
    const asked = await gateway.ask('POST', '/v1/funds-confirmations', { ...sent, body: QUESTION });
    expect([asked.status, asked.text]).toEqual([200, '{"fundsAvailable":true}']);
    expect(accounts.asked).toMatchObject([{ consentId: 'consent-1' }]);
  });
});

const OTHER = 'which is another resource than that of the request';
it.each([
  ['AIS:one', 'GET', '/v1/accounts', { 'Consent-ID': 'two' }, `its scope is AIS:one, ${OTHER}`],
  ['AIS:one', 'GET', '/v1/consents/two', {}, `its scope is AIS:one, ${OTHER}`],
  ['PIIS:one', 'POST', '/v1/funds-confirmations', { 'Consent-ID': 'two' }, `its scope is PIIS:one, ${OTHER}`],
  ['PIIS:one', 'GET', '/v1/accounts', {}, 'its scope PIIS:one is not for this service'],
  ['PIS:one', 'GET', '/v1/signing-baskets/one', {}, 'its scope PIS:one is not for this service'],
  ['SBS:one', 'GET', '/v1/payments/sepa-credit-transfers/one', {}, 'its scope SBS:one is not for this service'],
  ['AIS:one', 'POST', '/v1/consents', {}, 'its scope is AIS:one: it is for that resource, not for a new one'],
  ['AIS', 'GET', '/v1/consents/one', {}, 'its scope is AIS: this bank takes no token that names the PSU alone here'],
])('a token of scope %s is refused with a reason at %s %s %j', async (scope, verb, path, more, text) => {
  await using _ = await answerTo(gateway.natsUrl, readTokenPsu, () => ({ psu: { psuId: 'psu-private' } }));
  const json = verb === 'POST' ? { 'Content-Type': 'application/json', 'PSU-IP-Address': '192.0.2.10' } : {};
  const answer = await gateway.ask(verb, path, { headers: { ...json, ...more, ...(await bearer(scope)) } });
  expect([answer.status, answer.message]).toMatchObject([401, { code: 'TOKEN_INVALID', path: 'Authorization', text }]);
});
