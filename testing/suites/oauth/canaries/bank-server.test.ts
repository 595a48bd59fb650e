import type { Bus } from '@xs2a/service-kit';
import { connectAsAnyService, forAllTests, TppClient } from '@xs2a/test-kit';
import { consentBody, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBankServer } from '../bank-server.ts';
import { lead, tokenOf } from '../walk-bank-server.ts';
import { type SearchedSystem, secretsAreNowhere, startSearchedSystem } from './searched-system.ts';

const server = forAllTests(() => startBankServer());
let searched: SearchedSystem;
let bus: Bus;
let tpp: TppClient;
beforeAll(async () => {
  const oauth = { integrated: true, readsNeedToken: true, server: server.profile };
  searched = await startSearchedSystem(JSON.stringify({ preset: 'hr-full', scaApproaches: ['REDIRECT'], oauth }));
  bus = await connectAsAnyService(searched.system.natsUrl, 'canaries');
  server.connect(bus);
  tpp = new TppClient(searched.system.gatewayUrl);
  searched.canaries.note('PSU-ID', 'psu-private');
});
afterAll(async () => {
  await bus.close();
  await searched[Symbol.asyncDispose]();
});

const read = (path: string, token: string) =>
  tpp.get(path, { headers: { ...REDIRECT_HEADERS, Authorization: `Bearer ${token}` } });

describe("tokens of the bank's own server", () => {
  it('open a consent and a payment, and are refused if wrong', async () => {
    const { canaries } = searched;
    const consent = await tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
    const token = await tokenOf(await lead(consent, `AIS:${String(consent.body['consentId'])}`));
    canaries.note('access token', token);
    expect((await read('/v1/accounts', token)).status).toBe(200);
    const payment = await tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), { headers: REDIRECT_HEADERS });
    const paymentId = String(payment.body['paymentId']);
    const ofPayment = canaries.note('access token', await tokenOf(await lead(payment, `PIS:${paymentId}`)));
    expect((await read(`/v1/payments/sepa-credit-transfers/${paymentId}`, ofPayment)).status).toBe(200);
    expect((await read('/v1/accounts', ofPayment)).status).toBe(401);
    const broken = canaries.note('access token', `${token.slice(0, -8)}canary47`);
    expect((await read('/v1/accounts', broken)).status).toBe(401);
  });
});

describe('after the OAuth journeys', () => {
  secretsAreNowhere(() => searched, ['PSU-ID', 'access token']);
});
