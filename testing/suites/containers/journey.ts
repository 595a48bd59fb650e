import assert from 'node:assert/strict';
import { hrefOf, TppClient } from '@xs2a/test-kit';
import { consentBody, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { approve } from '@xs2a/test-system/psu/approve';
import type { SecuredServices } from './secured-services.ts';

const PSU = { psuId: 'psu-private' };
/** A payment is executed within a second or two; the rest is for a loaded machine. */
const EXECUTED_MS_MAX = 60_000;

/** Journey of a TPP and its PSU through all services, by rule. */
export const JOURNEY: Readonly<Record<string, (services: SecuredServices) => Promise<void>>> = {
  'a payment is approved by its PSU and executed': async ({ gatewayUrl, portalUrl }) => {
    const tpp = new TppClient(gatewayUrl);
    const options = { headers: REDIRECT_HEADERS };
    const created = await tpp.post('/v1/payments/sepa-credit-transfers', paymentOrder(), options);
    assert.equal(created.status, 201, created.text);
    await approve(portalUrl, hrefOf(created, 'scaRedirect'), PSU);
    await eventually(
      () => tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === 'ACSC',
      EXECUTED_MS_MAX,
    );
  },
  'a consent is approved by its PSU and opens the account': async ({ gatewayUrl, portalUrl }) => {
    const tpp = new TppClient(gatewayUrl);
    const created = await tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
    assert.equal(created.status, 201, created.text);
    await approve(portalUrl, hrefOf(created, 'scaRedirect'), PSU);
    const accounts = await tpp.get('/v1/accounts', { headers: { 'Consent-ID': String(created.body['consentId']) } });
    assert.equal(accounts.status, 200, accounts.text);
  },
};
