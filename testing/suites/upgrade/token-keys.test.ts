import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PsuClient } from '@xs2a/test-kit';
import { decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  approveAtBank,
  approvedConsent,
  bearer,
  createPayment,
  hrefOf,
  type OAuthBank,
  startOAuthBank,
  startRequest,
  tokensFor,
} from '../oauth/oauth-bank.ts';

const XS2A = join(import.meta.dirname, '..', '..', '..', 'tools', 'xs2a.ts');
/** Services that take part in an authorisation by OAuth, besides gateway and portal. */
const ROLLED = ['oauth', 'sca', 'consent', 'payments', 'accounts'] as const;

const folder = mkdtempSync(join(tmpdir(), 'xs2a-rotated-'));
const makeKeys = (...more: string[]) =>
  execFileSync(process.execPath, [XS2A, 'keys', 'token', '--out', folder, ...more]);
let bank: OAuthBank;
beforeAll(async () => {
  makeKeys();
  bank = await startOAuthBank('{ integrated: true, readsNeedToken: true }\nscaApproaches: [REDIRECT]', {
    variables: { TOKEN_KEYS_FILE: join(folder, 'token-keys.json') },
  });
});
afterAll(async () => {
  await bank[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Each service has two replicas for a while, the new one of oauth with the new keys. Then the old ones leave. */
async function roll(meanwhile: () => Promise<void>): Promise<void> {
  const { services } = bank;
  for (const name of ROLLED) {
    const old = services.running[name];
    await services.restart(name);
    // It is random which of the two answers, so each step is repeated.
    if (name === 'oauth') for (let time = 0; time < 4; time += 1) await meanwhile();
    await old.stop();
  }
}

const kidOf = (token: string): string => String(decodeProtectedHeader(token).kid);
const readWith = async (token: string) => (await bank.tpp.requests.get('/v1/accounts', bearer(token))).status;
const scopeOf = ({ body }: { body: Record<string, unknown> }): string => `PIS:${String(body['paymentId'])}`;

it('a rolling update with new token keys loses no authorisation, no code and no token', async () => {
  const { tpp } = bank;
  const { tokens } = await approvedConsent(bank);
  const refresh = () => client.refreshTokenGrant(tpp.configuration, tokens.refresh_token ?? '');
  const before = kidOf(tokens.access_token);
  // One PSU has begun, another has approved and its code is not redeemed yet.
  const [begun, approved] = [await createPayment(tpp), await createPayment(tpp)];
  const began = await startRequest(tpp, scopeOf(begun), { pushed: true });
  const browser = new PsuClient(bank.portalUrl);
  await browser.open(began.url.href);
  const coded = await startRequest(tpp, scopeOf(approved));
  const back = await approveAtBank(bank, coded.url);

  makeKeys('--rotate');
  await roll(async () => {
    const refreshed = (await refresh()).access_token;
    expect([await readWith(tokens.access_token), await readWith(refreshed)]).toEqual([200, 200]);
  });

  const redeemed = await tokensFor(tpp, back, coded);
  expect(kidOf(redeemed.access_token)).not.toBe(before);
  const status = await tpp.requests.get(hrefOf(approved, 'status'), bearer(redeemed.access_token));
  expect(status.status, status.text).toBe(200);
  expect(await readWith(tokens.access_token)).toBe(200);
  const refreshed = (await refresh()).access_token;
  expect(kidOf(refreshed)).toBe(kidOf(redeemed.access_token));
  expect(await readWith(refreshed)).toBe(200);

  await bank.services.database('sca').collection('psuAttempts').deleteMany({});
  const ended = await tokensFor(tpp, await approveAtBank(bank, began.url, { browser }), began);
  const finished = await tpp.requests.get(hrefOf(begun, 'scaStatus'), bearer(ended.access_token));
  expect([finished.status, finished.body['scaStatus']], finished.text).toEqual([200, 'finalised']);
});
