import type { TppAnswer } from '@xs2a/test-kit';
import { forAllTests } from '@xs2a/test-kit';
import { fundsConsentOrder, fundsQuestion, RETURN } from '@xs2a/test-system/data/fixtures';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAtBank,
  approvedConsent,
  bearer,
  createPayment,
  forgetCodes,
  signInAtBank,
  startRequest,
  tokensFor,
} from '../oauth-bank.ts';
import { codeOf, read, startOpenBank } from './black-box.ts';

const bank = forAllTests(() => startOpenBank());
// No PSU may request this many codes within a few minutes.
beforeEach(() => forgetCodes(bank));

async function tokenOf(scope: string, psuId = 'psu-private'): Promise<string> {
  const step = await startRequest(bank.tpp, scope, { pushed: true });
  return (await tokensFor(bank.tpp, await signInAtBank(bank, step.url, { psuId }), step)).access_token;
}

describe("the access token of one PSU's pre-step, used for resources of another PSU", () => {
  /** Returns the answers for the PSU that owns the resource, and for another one. */
  async function seenBy(scope: string, ask: (token: string) => Promise<TppAnswer>): Promise<string[]> {
    const others = await codeOf(ask(await tokenOf(scope, 'psu-multi')));
    return [others, await codeOf(ask(await tokenOf(scope)))];
  }

  it('opens no account with the Consent-ID of that PSU', async () => {
    const { consentId } = await approvedConsent(bank);
    const ask = (token: string) => read(bank.tpp, token, '/v1/accounts', { 'Consent-ID': consentId });
    expect(await seenBy('AIS', ask)).toEqual(['401 CONSENT_INVALID', '200 ']);
  });

  it('opens no consent and no authorisation of that PSU, and ends none', async () => {
    const { consentId } = await approvedConsent(bank);
    const address = `/v1/consents/${consentId}`;
    const { body } = await bank.tpp.requests.get(`${address}/authorisations`);
    const [authorisationId] = body['authorisationIds'] as string[];
    for (const path of ['', '/status', '/authorisations', `/authorisations/${authorisationId}`]) {
      const seen = await seenBy('AIS', (token) => read(bank.tpp, token, address + path));
      expect([path, ...seen]).toEqual([path, '401 TOKEN_INVALID', '200 ']);
    }
    const ended = await seenBy('AIS', (token) => bank.tpp.requests.delete(address, bearer(token)));
    expect(ended).toEqual(['401 TOKEN_INVALID', '204 ']);
  });

  it('opens no payment and no basket', async () => {
    const own = bearer(await tokenOf('PIS'), { 'TPP-Explicit-Authorisation-Preferred': 'true' });
    const paymentIds = [String((await createPayment(bank.tpp, own.headers)).body['paymentId'])];
    const payment = `/v1/payments/sepa-credit-transfers/${paymentIds[0]}`;
    const basket = await bank.tpp.requests.post('/v1/signing-baskets', { paymentIds }, own);
    for (const path of [payment, `${payment}/status`, `/v1/signing-baskets/${String(basket.body['basketId'])}`]) {
      const seen = await seenBy('PIS', (token) => read(bank.tpp, token, path));
      expect([path, ...seen]).toEqual([path, '401 TOKEN_INVALID', '200 ']);
    }
  });

  it('confirms no funds with or without the Consent-ID of that PSU', async () => {
    const created = await bank.tpp.requests.post('/v2/consents/confirmation-of-funds', fundsConsentOrder(), {
      headers: { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-URI': RETURN.ok },
    });
    const consentId = String(created.body['consentId']);
    const started = await startRequest(bank.tpp, `PIIS:${consentId}`);
    await approveAtBank(bank, started.url);
    const ask = (headers: Record<string, string>) => (token: string) =>
      bank.tpp.requests.post('/v1/funds-confirmations', fundsQuestion(), bearer(token, headers));
    expect(await seenBy('PIIS', ask({ 'Consent-ID': consentId }))).toEqual(['401 CONSENT_INVALID', '200 ']);
    expect(await seenBy('PIIS', ask({}))).toEqual(['400 NO_PIIS_ACTIVATION', '200 ']);
  });
});
