import { forAllTests } from '@xs2a/test-kit';
import { fundsConsentOrder, fundsQuestion, IBAN, paymentOrder, RETURN } from '@xs2a/test-system/data/fixtures';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAtBank,
  bearer,
  createPayment,
  forgetCodes,
  hrefOf,
  startOAuthBank,
  startRequest,
  tokensFor,
} from './oauth-bank.ts';

const PSU = { 'PSU-IP-Address': '192.0.2.10' };
const DAY_MS = 86_400_000;
const bank = forAllTests(() => startOAuthBank('{ integrated: true }'));
beforeEach(() => forgetCodes(bank));

const post = (path: string, body: object) =>
  bank.tpp.requests.post(path, body, { headers: { ...PSU, 'TPP-Redirect-URI': RETURN.ok } });

/** Has the PSU approve the resource by OAuth, and returns the token. */
async function tokenFor(scope: string, psuId = 'psu-private') {
  const started = await startRequest(bank.tpp, scope);
  return tokensFor(bank.tpp, await approveAtBank(bank, started.url, { psuId }), started);
}

async function startAuthorisation(path: string): Promise<void> {
  const started = await post(path, {});
  expect(started.status, started.text).toBe(201);
  expect(hrefOf(started, 'scaOAuth')).toContain('/.well-known/oauth-authorization-server');
}

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('OAuth as SCA approach (decision 69) for', () => {
  it('a consent to funds confirmations: its token confirms funds, with its Consent-ID or without, and is refreshed', async () => {
    const created = await post('/v2/consents/confirmation-of-funds', fundsConsentOrder());
    expect(created.status, created.text).toBe(201);
    expect(hrefOf(created, 'scaOAuth')).toContain('/.well-known/oauth-authorization-server');
    const consentId = String(created.body['consentId']);
    const tokens = await tokenFor(`PIIS:${consentId}`);
    expect(tokens.refresh_token).toEqual(expect.any(String));
    const ask = (headers: Record<string, string> = {}) =>
      bank.tpp.requests.post('/v1/funds-confirmations', fundsQuestion(), bearer(tokens.access_token, headers));
    for (const headers of [{}, { 'Consent-ID': consentId }]) {
      const answer = await ask(headers);
      expect([answer.status, answer.body['fundsAvailable']]).toEqual([200, true]);
    }
    const other = await ask({ 'Consent-ID': crypto.randomUUID() });
    expect([other.status, other.text]).toEqual([401, expect.stringContaining('TOKEN_INVALID')]);
  });

  it('a signing basket: one approval for its payments, whose status its token reads', async () => {
    const explicit = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
    const members = [await createPayment(bank.tpp, explicit), await createPayment(bank.tpp, explicit)];
    const paymentIds = members.map(({ body }) => String(body['paymentId']));
    const created = await post('/v1/signing-baskets', { paymentIds });
    expect(created.status, created.text).toBe(201);
    const basketId = String(created.body['basketId']);
    await startAuthorisation(`/v1/signing-baskets/${basketId}/authorisations`);
    const tokens = await tokenFor(`SBS:${basketId}`);
    const status = await bank.tpp.requests.get(`/v1/signing-baskets/${basketId}/status`, bearer(tokens.access_token));
    expect([status.status, status.body['transactionStatus']]).toEqual([200, expect.stringMatching(/^(ACTC|ACSC)$/)]);
    const member = await bank.tpp.requests.get(
      `/v1/payments/sepa-credit-transfers/${paymentIds[0]}/status`,
      bearer(tokens.access_token),
    );
    expect([member.status, member.text]).toEqual([401, expect.stringContaining('TOKEN_INVALID')]);
  });

  it('the cancellation of a payment: the same scope leads to it once the TPP has requested it', async () => {
    const path = '/v1/payments/sepa-credit-transfers';
    const created = await post(path, paymentOrder({ requestedExecutionDate: inDays(20) }));
    const paymentId = String(created.body['paymentId']);
    await tokenFor(`PIS:${paymentId}`);
    const asked = await bank.tpp.requests.delete(`${path}/${paymentId}`);
    expect(asked.status, asked.text).toBe(202);
    await startAuthorisation(`${path}/${paymentId}/cancellation-authorisations`);
    const tokens = await tokenFor(`PIS:${paymentId}`);
    const status = await bank.tpp.requests.get(`${path}/${paymentId}/status`, bearer(tokens.access_token));
    expect(status.body['transactionStatus']).toBe('CANC');
  });

  it('a payment with two signatures: each PSU approves with the same scope', async () => {
    const path = '/v1/payments/sepa-credit-transfers';
    const created = await post(path, paymentOrder({ debtorAccount: { iban: IBAN.corporate } }));
    expect(created.status, created.text).toBe(201);
    const paymentId = String(created.body['paymentId']);
    await startAuthorisation(`${path}/${paymentId}/authorisations`);
    await tokenFor(`PIS:${paymentId}`, 'psu-corporate-1');
    const between = await bank.tpp.requests.get(`${path}/${paymentId}/status`);
    expect(between.body['transactionStatus']).toBe('PATC');
    await startAuthorisation(`${path}/${paymentId}/authorisations`);
    const tokens = await tokenFor(`PIS:${paymentId}`, 'psu-corporate-2');
    const status = await bank.tpp.requests.get(`${path}/${paymentId}/status`, bearer(tokens.access_token));
    expect(status.body['transactionStatus']).toMatch(/^(ACCP|ACSP|ACSC)$/);
  });
});
