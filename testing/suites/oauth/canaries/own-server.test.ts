import { forAllTests, PsuClient, TppClient } from '@xs2a/test-kit';
import { RETURN } from '@xs2a/test-system/data/fixtures';
import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { postForm } from '../black-box/black-box.ts';
import {
  approveOnPages,
  bearer,
  createConsent,
  createPayment,
  nextAddressOf,
  type OAuthTpp,
  startRequest,
  tokensFor,
} from '../oauth-bank.ts';
import { secretsAreNowhere, startSearchedSystem } from './searched-system.ts';

const PSU_ID = 'psu-private';
const TPP_ID = 'PSDHR-HNB-SANDBOX';
const PROFILE =
  'preset: hr-full\noauth:\n  integrated: true\n  preStep: { accounts: optional, payments: optional, funds: optional }\n';

const searched = forAllTests(() => startSearchedSystem(PROFILE, {}, { withOAuth: true }));
let tpp: OAuthTpp;
beforeAll(async () => {
  const { gatewayUrl } = searched.system;
  // Without TLS in the sandbox, so that the test reads what a proxy, an access log or a browser's history would.
  const configuration = await client.discovery(new URL(gatewayUrl), TPP_ID, undefined, client.TlsClientAuth(), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
  tpp = { id: TPP_ID, fetch: globalThis.fetch, requests: new TppClient(gatewayUrl), configuration };
  searched.canaries.note('PSU-ID', PSU_ID);
  searched.canaries.note('password', `${PSU_ID}-pass`);
});

function noteTokens(tokens: { access_token: string; refresh_token?: string }): void {
  searched.canaries.note('access token', tokens.access_token);
  searched.canaries.note('refresh token', tokens.refresh_token ?? '');
}

async function walkOf(scope: string, answer?: string) {
  const { system, canaries } = searched;
  const started = await startRequest(tpp, scope, { pushed: true });
  canaries.note('verifier', started.verifier);
  canaries.note('pushed request', (started.url.searchParams.get('request_uri') ?? '').split(':').at(-1) ?? '');
  const browser = new PsuClient(system.portalUrl);
  const first = await browser.open(started.url.href);
  canaries.note('link of the browser', new URL(first.url).pathname.split('/').at(-1) ?? '');
  const approved = await approveOnPages(browser, new URL(first.url), PSU_ID);
  canaries.note('one-time code', await browser.newestCode(PSU_ID));
  const page =
    answer === undefined ? await browser.open(nextAddressOf(approved)) : await browser.submit(approved, {}, answer);
  const back = new URL(page.url);
  canaries.note('code', back.searchParams.get('code') ?? '');
  const tokens = await tokensFor(tpp, back, started);
  noteTokens(tokens);
  return { tokens, back, started };
}

const statusOf = async (token: string, path = '/v1/accounts') => (await tpp.requests.get(path, bearer(token))).status;
const ask = (address: string, form: Record<string, string>) =>
  postForm(tpp, `${searched.system.gatewayUrl}/oauth/${address}`, { client_id: TPP_ID, ...form });

describe('secrets are created', () => {
  it('by a pre-step, whose token identifies the PSU of a payment, and by the approval of the payment', async () => {
    const { tokens } = await walkOf('PIS', '/continue');
    const payment = await createPayment(tpp, bearer(tokens.access_token).headers);
    expect(payment.status).toBe(201);
    const paymentId = String(payment.body['paymentId']);
    const approved = await walkOf(`PIS:${paymentId}`);
    const path = `/v1/payments/sepa-credit-transfers/${paymentId}/status`;
    expect(await statusOf(approved.tokens.access_token, path)).toBe(200);
  });

  it('by a consent whose tokens are used, refreshed, wrong, in the query, and revoked', async () => {
    const { canaries } = searched;
    const created = await createConsent(tpp);
    const { tokens } = await walkOf(`AIS:${String(created.body['consentId'])}`);
    expect(await statusOf(tokens.access_token)).toBe(200);
    const renewed = await client.refreshTokenGrant(tpp.configuration, tokens.refresh_token ?? '');
    noteTokens(renewed);
    const broken = canaries.note('access token', `${tokens.access_token.slice(0, -8)}canary47`);
    expect(await statusOf(broken)).toBe(401);
    const careless = canaries.note('token in the address', `${tokens.access_token.slice(0, -8)}canary48`);
    await tpp.requests.get(`/v1/accounts?access_token=${careless}`);
    searched.canaries.note('token in the address', 'canary-token-4749');
    await tpp.requests.get(`/v1/consents/canary-token-4749`, bearer(tokens.access_token));
    await client.tokenRevocation(tpp.configuration, renewed.access_token);
    await client.tokenRevocation(tpp.configuration, tokens.refresh_token ?? '');
    expect(
      (await ask('token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' })).status,
    ).toBe(400);
  });

  it('by refused requests: a code used twice, a wrong verifier, an assertion, an unknown header', async () => {
    const { canaries } = searched;
    const { started, back } = await walkOf('AIS', '/continue');
    const form = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: RETURN.ok,
    };
    expect((await ask('token', { ...form, code_verifier: started.verifier })).status).toBe(400);
    const wrong = canaries.note('verifier', 'canary-verifier-'.padEnd(43, '4'));
    expect((await ask('token', { ...form, code_verifier: wrong })).status).toBe(400);
    const client_assertion = canaries.note('client assertion', 'canary-head.canary-claims-4750.canary-signature');
    await ask('token', { ...form, client_assertion, client_assertion_type: 'x' });
    await ask('token', {
      grant_type: 'refresh_token',
      refresh_token: canaries.note('refresh token', 'canary-refresh-4751'),
    });
    await ask('revoke', { token: canaries.note('access token', 'canary-token-4752') });
    await ask('par', { code_challenge: canaries.note('verifier', 'canary-challenge-4753') });
    const Authorization = `Basic ${canaries.note('client assertion', 'Y2FuYXJ5OjQ3NTQtbm9ib2R5')}`;
    expect((await tpp.requests.get('/v1/accounts', { headers: { Authorization } })).status).toBe(401);
  });
});

describe('after requests with OAuth (trust: no token and no code where it does not belong)', () => {
  const kinds = ['PSU-ID', 'password', 'verifier', 'pushed request', 'link of the browser', 'cookie', 'one-time code'];
  const ofTpps = ['code', 'access token', 'refresh token', 'token in the address', 'client assertion'];
  secretsAreNowhere(() => searched, [...kinds, ...ofTpps]);
});
