// Measures the cost of an access token for the gateway: the CPU time of its check at first use (signature, claims), at a later use,
// and for a request without a token.
//   npm run bench -- tokens
// BENCH_TOKENS is the number of tokens of each round (2000). The best of BENCH_ROUNDS rounds (3) counts.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROFILE_PRESETS } from '@xs2a/contracts';
import { accessToken } from '@xs2a/gateway/access-token';
import { AccessTokens } from '@xs2a/gateway/access-tokens';
import { exportJWK, SignJWT } from 'jose';
import { readArguments } from '../../../tools/command/read-arguments.ts';

readArguments(import.meta.filename, { options: {} });

type Call = Parameters<typeof accessToken>[0];
type Context = Parameters<typeof accessToken>[1];

const TOKENS = Number(process.env['BENCH_TOKENS'] ?? 2_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const GOAL_MS = 0.1;
const ISSUER = 'https://login.bank.example';
const TPP = 'PSDHR-HNB-SANDBOX';
const THUMBPRINT = 'bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2';
const CONSENT = '6f1d3c0e-5a3e-4f0e-9d0f-1b8a1c1f7a55';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
const published = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })));
await new Promise<void>((resolve) => published.listen(0, '127.0.0.1', resolve));

const server = {
  metadataUrl: `${ISSUER}/.well-known/oauth-authorization-server`,
  issuer: ISSUER,
  keysUrl: `http://127.0.0.1:${(published.address() as AddressInfo).port}/keys`,
  audience: 'xs2a',
  scopes: { accounts: 'ais', payments: 'pis', funds: 'piis' },
  psuIdClaim: 'sub',
};
const full = PROFILE_PRESETS['hr-full'];
const profile = { ...full, oauth: { ...full.oauth, integrated: true, server } };

/** Returns a token of a consent, as in a read of accounts. */
function newToken(number: number): Promise<string> {
  const claims = { client_id: TPP, scope: `AIS:${CONSENT}`, cnf: { 'x5t#S256': THUMBPRINT }, jti: String(number) };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'one' })
    .setIssuer(ISSUER)
    .setAudience('xs2a')
    .setSubject('psu')
    .setExpirationTime('1h')
    .sign(privateKey);
}

/** The fields of a request that the check reads. */
function callWith(token?: string): Call {
  const rawHeaders = ['X-Request-ID', crypto.randomUUID(), 'PSU-IP-Address', '192.0.2.10'];
  if (token !== undefined) rawHeaders.push('Authorization', `Bearer ${token}`);
  const headers = { 'consent-id': CONSENT };
  const certificate = { thumbprint: THUMBPRINT };
  return { endpoint: 'getAccountList', rawHeaders, headers, params: {}, tpp: { id: TPP }, certificate } as never;
}

async function cpuMsOf(calls: readonly Call[], context: Context): Promise<number> {
  const before = process.cpuUsage();
  for (const call of calls) {
    const checked = accessToken(call, context);
    if (checked !== undefined) await checked;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / calls.length;
}

const least = { without: Infinity, first: Infinity, again: Infinity };
// The first round warms up.
for (let round = 0; round <= ROUNDS; round += 1) {
  const bus = { ask: () => Promise.reject(new Error('a token of the bank asks nobody')) };
  const accessTokens = new AccessTokens({ bus: bus as never, now: () => new Date(), profile, issuer: ISSUER });
  const context = { profile, accessTokens, revokedGrants: undefined } as unknown as Context;
  const tokens = await Promise.all(Array.from({ length: TOKENS }, (_, number) => newToken(round * TOKENS + number)));
  const [known = '', ...unknown] = tokens;
  // Fetches the keys.
  await accessToken(callWith(known), context);
  const without = await cpuMsOf(
    tokens.map(() => callWith()),
    context,
  );
  const first = await cpuMsOf(unknown.map(callWith), context);
  const again = await cpuMsOf(unknown.map(callWith), context);
  if (round === 0) continue;
  least.without = Math.min(least.without, without);
  least.first = Math.min(least.first, first);
  least.again = Math.min(least.again, again);
}
published.close();
published.closeAllConnections();
const row = (what: string, ms: number): string => `| ${what} | ${ms.toFixed(4)} | ${ms < GOAL_MS ? 'yes' : 'no'} |`;
console.log(
  [
    `| check of the access token | CPU-ms | below ${GOAL_MS} |`,
    '|---|---|---|',
    row('none is sent', least.without),
    row('seen for the first time', least.first),
    row('seen before', least.again),
  ].join('\n'),
);
