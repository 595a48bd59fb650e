import { answerSubject, connectAsAnyService, forAllTests, profileFile } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { AS_JSON, FUNDS_QUESTION } from '../../test/endpoint-samples.ts';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';

const CONSENT = {
  consentId: 'c1',
  consentStatus: 'valid',
  access: {},
  recurringIndicator: true,
  validUntil: '2030-01-01',
  frequencyPerDay: 4,
  lastActionDate: '2026-01-01',
};

const FORMS = { preset: 'hr-full', wireStyle: 'text', errorForm: 'problem', edition: '1.3.16' };
const gateway = forAllTests(() => startGateway({ PROFILE: profileFile(FORMS) }));

/** Returns the gateway's answer to a reply of the owning service. */
async function answered(
  at: TestGateway,
  subject: string,
  reply: object,
  ...call: Parameters<TestGateway['ask']>
): Promise<unknown> {
  const bus = await connectAsAnyService(at.natsUrl);
  answerSubject(bus, subject, () => reply);
  await bus.connection.flush();
  const answer = await at.ask(...call);
  await bus.close();
  return JSON.parse(answer.text);
}

function readConsent(at: TestGateway): Promise<unknown> {
  return answered(at, 'consent.readConsent', CONSENT, 'GET', '/v1/consents/c1');
}

function confirmFunds(at: TestGateway, fundsAvailable: boolean): Promise<unknown> {
  const sent = { headers: AS_JSON, body: JSON.stringify(FUNDS_QUESTION) };
  return answered(at, 'accounts.confirmFunds', { fundsAvailable }, 'POST', '/v1/funds-confirmations', sent);
}

describe('the wireStyle of the profile', () => {
  it('text: booleans and numbers are strings, as in the samples of the Croatian interface', async () => {
    expect(await readConsent(gateway)).toMatchObject({ recurringIndicator: 'true', frequencyPerDay: '4', access: {} });
    for (const available of [true, false]) {
      expect(await confirmFunds(gateway, available)).toEqual({ fundsAvailable: String(available) });
    }
  });

  it('json (default): booleans and numbers are JSON types', async () => {
    await using usual = await startGateway();
    expect(await readConsent(usual)).toMatchObject({ recurringIndicator: true, frequencyPerDay: 4 });
    expect(await confirmFunds(usual, true)).toEqual({ fundsAvailable: true });
  });
});

describe('the edition of the profile', () => {
  const amount = { currency: 'EUR', amount: '-1.00' };
  const listed = { reference: 'RF18', referenceType: 'SCOR' };
  const item = { transactionAmount: amount, remittanceInformationStructured: 'RF18' };
  const order = { startDate: '2027-02-01', frequency: 'Daily' };
  const times = { startDateTime: '2027-02-01T13:30:00Z', endDateTime: '2027-03-01T13:30:00Z' };
  const scheduled = (standingOrderDetails: object) => ({ additionalInformationStructured: { standingOrderDetails } });
  const transaction = {
    transactionId: 't1',
    ...item,
    remittanceInformationStructuredArray: [listed],
    entryDetails: [item],
    ...scheduled({ ...order, ...times }),
  };
  const detailsOf = async (at: TestGateway): Promise<unknown> => {
    const reading = { headers: { 'Consent-ID': 'c1', 'PSU-IP-Address': '192.0.2.1' } };
    const address = '/v1/accounts/a1/transactions/t1';
    const answer = await answered(at, 'accounts.readTransactionDetails', { transaction }, 'GET', address, reading);
    return (answer as { transactionsDetails: unknown }).transactionsDetails;
  };
  const itemAnswered = { transactionAmount: amount, remittanceInformationStructured: { reference: 'RF18' } };

  it('1.3.16: nested details have the reference as text and the times of an order; batch items have the object', async () => {
    expect(await detailsOf(gateway)).toEqual({
      transactionDetails: { ...transaction, resourceId: 't1', entryDetails: [itemAnswered] },
    });
  });

  it('1.3.11 (default): flat details have the reference with its type and issuer, and the days of an order', async () => {
    await using usual = await startGateway();
    expect(await detailsOf(usual)).toEqual({
      ...transaction,
      resourceId: 't1',
      remittanceInformationStructured: listed,
      entryDetails: [itemAnswered],
      ...scheduled(order),
    });
  });

  it('1.3.16: SCA methods outside its list have the type of the list that fits; 1.3.11 (default): their own', async () => {
    await using usual = await startGateway();
    const scaMethods = ['TOTP', 'PASSKEY', 'SMS_OTP'].map((authenticationType) => ({
      authenticationMethodId: authenticationType,
      authenticationType,
      name: authenticationType,
    }));
    const state = { authorisationId: 'au1', scaStatus: 'psuAuthenticated', scaApproach: 'EMBEDDED', scaMethods };
    const typesOf = async (at: TestGateway): Promise<string[]> => {
      const sent = { headers: AS_JSON, body: JSON.stringify({ authenticationMethodId: 'sms' }) };
      const address = '/v1/consents/c1/authorisations/au1';
      const answer = await answered(at, 'sca.updatePsuData', state, 'PUT', address, sent);
      const told = (answer as { scaMethods: typeof scaMethods }).scaMethods;
      return told.map(({ authenticationType }) => authenticationType);
    };
    expect(await typesOf(gateway)).toEqual(['CHIP_OTP', 'PUSH_OTP', 'SMS_OTP']);
    expect(await typesOf(usual)).toEqual(['TOTP', 'PASSKEY', 'SMS_OTP']);
  });
});

describe('the errorForm of the profile', () => {
  it('problem: TPPs get problem details even without asking for them', async () => {
    const answer = await gateway.ask('GET', '/v1/accounts');
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'FORMAT_ERROR', title: 'Bad Request' });
  });
});
