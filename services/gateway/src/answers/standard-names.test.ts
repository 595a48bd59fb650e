import { answerSubject, connectAsAnyService } from '@xs2a/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AS_JSON, CONSENT } from '../../test/endpoint-samples.ts';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';

let both: TestGateway;
let standard: TestGateway;
beforeAll(async () => {
  [both, standard] = await Promise.all([startGateway(), startGateway({ PROFILE: 'berlin-group' })]);
});
afterAll(async () => {
  await Promise.all([both[Symbol.asyncDispose](), standard[Symbol.asyncDispose]()]);
});

/** Returns the answers of both gateways to the same reply of the owning service. */
async function answers(
  subject: string,
  reply: object,
  ...call: Parameters<TestGateway['ask']>
): Promise<[Record<string, unknown>, Record<string, unknown>]> {
  const answered = [both, standard].map(async (at) => {
    const bus = await connectAsAnyService(at.natsUrl);
    answerSubject(bus, subject, () => reply);
    await bus.connection.flush();
    const { text } = await at.ask(...call);
    await bus.close();
    return JSON.parse(text) as Record<string, unknown>;
  });
  return (await Promise.all(answered)) as [Record<string, unknown>, Record<string, unknown>];
}

const IBAN = 'HR2799900051100000019';
const READING = { headers: { 'Consent-ID': 'c1', 'PSU-IP-Address': '192.0.2.1' } };
const STATE = { authorisationId: 'au1', scaStatus: 'psuAuthenticated', scaApproach: 'EMBEDDED', nextSteps: [] };
const namesOf = (value: unknown): string[] => Object.keys(value as object).toSorted();

describe('the profile decides whether a Croatian name is sent beside the standard one', () => {
  it('the status of an updated authorisation', async () => {
    const sent = { headers: AS_JSON, body: JSON.stringify({ authenticationMethodId: 'sms' }) };
    const address = '/v1/consents/c1/authorisations/au1';
    const [ofBoth, ofStandard] = await answers('sca.updatePsuData', STATE, 'PUT', address, sent);
    expect(ofBoth).toMatchObject({ scaStatus: 'psuAuthenticated', scatransactionStatus: 'psuAuthenticated' });
    expect(ofStandard).toMatchObject({ scaStatus: 'psuAuthenticated' });
    expect(ofStandard).not.toHaveProperty('scatransactionStatus');
  });

  it('the ids of cancellation authorisations', async () => {
    const address = '/v1/payments/sepa-credit-transfers/p1/cancellation-authorisations';
    const reply = { authorisationIds: ['au1'] };
    const [ofBoth, ofStandard] = await answers('payments.listCancellationAuthorisations', reply, 'GET', address);
    expect(ofBoth).toEqual({ authorisationIds: ['au1'], cancellationIds: ['au1'] });
    expect(ofStandard).toEqual({ authorisationIds: ['au1'] });
  });

  it('the id of a transaction; the resourceId of an account is standard and stays', async () => {
    const transaction = { transactionId: 't1', transactionAmount: { currency: 'EUR', amount: '-1.00' } };
    const address = '/v1/accounts/a1/transactions/t1';
    const [ofBoth, ofStandard] = await answers(
      'accounts.readTransactionDetails',
      { transaction },
      'GET',
      address,
      READING,
    );
    expect(namesOf(ofBoth['transactionsDetails'])).toContain('resourceId');
    const { transactionDetails } = ofStandard['transactionsDetails'] as Record<string, unknown>;
    expect(namesOf(transactionDetails)).toEqual(['transactionAmount', 'transactionId']);
    const account = { resourceId: 'a1', currency: 'EUR' };
    const reply = { account, mayReadBalances: false, mayReadTransactions: false };
    const [, ofAccount] = await answers('accounts.readAccount', reply, 'GET', '/v1/accounts/a1', READING);
    expect(ofAccount).toEqual({ account });
  });

  it('the masked card number in a consent', async () => {
    const maskedPan = '453200******0017';
    const card = { maskedPan, currency: 'EUR' };
    const access = { accounts: [card, { iban: IBAN }], additionalInformation: { ownerName: [card] } };
    const use = {
      recurringIndicator: true,
      validUntil: '2030-01-01',
      frequencyPerDay: 4,
      lastActionDate: '2026-01-01',
    };
    const content = { consentId: 'c1', consentStatus: 'valid', access, ...use };
    const [ofBoth, ofStandard] = await answers('consent.readConsent', content, 'GET', '/v1/consents/c1');
    const named = { ...card, pan: maskedPan };
    expect(ofBoth['access']).toEqual({
      accounts: [named, { iban: IBAN }],
      additionalInformation: { ownerName: [named] },
    });
    expect(ofStandard['access']).toEqual(access);
    const funds = { account: card, access: { balances: [card] }, cardNumber: maskedPan, consentStatus: 'valid' };
    const address = '/v2/consents/confirmation-of-funds/c1';
    const [fundsOfBoth, fundsOfStandard] = await answers('consent.readFundsConsent', funds, 'GET', address);
    expect(fundsOfBoth).toEqual({ ...funds, account: named, access: { balances: [named] } });
    expect(fundsOfStandard).toEqual(funds);
  });

  it('the two misspelled links', async () => {
    const reply = { consentId: 'c1', consentStatus: 'received', scaApproach: 'DECOUPLED', psuKnown: false };
    const sent = { headers: { ...AS_JSON, 'PSU-IP-Address': '192.0.2.1' }, body: JSON.stringify(CONSENT) };
    const [ofBoth, ofStandard] = await answers('consent.createConsent', reply, 'POST', '/v1/consents', sent);
    const name = 'startAuthorisationWithPsuIdent';
    expect(namesOf(ofBoth['_links']).filter((link) => link.startsWith(name))).toEqual([
      `${name}fication`,
      `${name}ification`,
    ]);
    expect(namesOf(ofStandard['_links']).filter((link) => link.startsWith(name))).toEqual([`${name}ification`]);
  });
});
