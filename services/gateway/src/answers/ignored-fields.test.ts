import {
  createBasket,
  createConsent,
  createFundsConsent,
  initiatePayment,
  startConsentAuthorisation,
  updatePsuData,
} from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer-to.ts';
import { AS_JSON, CONSENT, PAYMENT } from '../../test/endpoint-samples.ts';
import { startGateway } from '../../test/start-gateway.ts';

const gateway = forAllTests(() => startGateway());
const CREATED = { consentId: 'c1', consentStatus: 'received', psuKnown: false } as const;
const PAID = { paymentId: 'p1', transactionStatus: 'RCVD', psuKnown: false } as const;
const consents = forAllTests(() => answerTo(gateway.natsUrl, createConsent, () => CREATED));
const payments = forAllTests(() => answerTo(gateway.natsUrl, initiatePayment, () => PAID));

async function create(path: string, body: object, more: Record<string, string> = {}, at = gateway) {
  const answer = await at.ask('POST', path, { headers: { ...AS_JSON, ...more }, body: JSON.stringify(body) });
  const { tppMessages = [] } = JSON.parse(answer.text) as { tppMessages?: { code: string; path: string }[] };
  return { status: answer.status, warned: tppMessages.map(({ code, path: at }) => `${code} ${at}`), answer };
}

describe('empty account lists in addition to a model that names no accounts', () => {
  it.each(['availableAccounts', 'availableAccountsWithBalance', 'allPsd2'])(
    'are ignored with a warning each: %s',
    async (model) => {
      const access = { [model]: 'allAccounts', accounts: [], balances: [], transactions: [] };
      const { status, warned } = await create('/v1/consents', { ...CONSENT, access });
      expect(status).toBe(201);
      expect(warned).toEqual(['WARNING access.accounts', 'WARNING access.balances', 'WARNING access.transactions']);
      expect(consents.asked.at(-1)?.body.access).toEqual({ [model]: 'allAccounts' });
    },
  );

  it('are kept without such a model, and a filled list is never ignored', async () => {
    const offered = { accounts: [], balances: [] };
    expect((await create('/v1/consents', { ...CONSENT, access: offered })).warned).toEqual([]);
    expect(consents.asked.at(-1)?.body.access).toEqual(offered);
    const mixed = { allPsd2: 'allAccounts', accounts: [{ iban: 'HR2799900051100000019' }], balances: [] };
    await create('/v1/consents', { ...CONSENT, access: mixed });
    expect(consents.asked.at(-1)?.body.access).toEqual({ allPsd2: 'allAccounts', accounts: mixed.accounts });
  });
});

describe('a request for access that the bank never grants', () => {
  it('is ignored with a warning', async () => {
    await using usual = await startGateway({ PROFILE: 'hr-full' });
    await using _ = await answerTo(usual.natsUrl, createConsent, () => CREATED);
    const access = { ...CONSENT.access, additionalInformation: { ownerName: [], trustedBeneficiaries: [] } };
    const { status, warned } = await create('/v1/consents', { ...CONSENT, access }, {}, usual);
    expect([status, warned]).toEqual([201, ['WARNING access.additionalInformation.trustedBeneficiaries']]);
  });
});

describe('an unknown field', () => {
  const EMBEDDED = {
    scaApproach: 'EMBEDDED' as const,
    authorisationId: 'a1',
    scaStatus: 'received' as const,
    psuKnown: true,
  };
  const textsOf = (text: string): string[] =>
    (JSON.parse(text) as { tppMessages: { path: string; text: string }[] }).tppMessages.map(
      (message) => `${message.path} ${message.text}`,
    );

  it('of a consent is ignored with a warning that names the intended field', async () => {
    const body = { ...CONSENT, combined_service_indicator: true, validuntil: '2030-01-01', hint: 1 };
    const { status, answer } = await create('/v1/consents', body);
    expect(status).toBe(201);
    expect(textsOf(answer.text)).toEqual([
      'combined_service_indicator is ignored: it is not a field here; combinedServiceIndicator is',
      'validuntil is ignored: it is not a field here; validUntil is',
      expect.stringMatching(/^hint is ignored: it is not a field here; the fields are access, .*frequencyPerDay/),
    ]);
  });

  it('of a funds consent or a signing basket is ignored with a warning', async () => {
    const funds = { consentId: 'c2', consentStatus: 'received' as const, psuKnown: false };
    await using _funds = await answerTo(gateway.natsUrl, createFundsConsent, () => funds);
    const account = { iban: 'HR2799900051100000019' };
    const created = await create('/v2/consents/confirmation-of-funds', { account, cardExpiry: '2030-01-01' });
    expect(created).toMatchObject({ status: 201, warned: ['WARNING cardExpiry'] });
    const basket = { basketId: 'b1', transactionStatus: 'RCVD' as const, psuKnown: false };
    await using _basket = await answerTo(gateway.natsUrl, createBasket, () => basket);
    const grouped = await create('/v1/signing-baskets', { paymentIds: ['p1'], consentids: ['c1'] });
    expect(grouped).toMatchObject({ status: 201, warned: ['WARNING consentids'] });
  });

  it('of an authorisation request with valid data is ignored with a warning', async () => {
    await using _start = await answerTo(gateway.natsUrl, startConsentAuthorisation, () => EMBEDDED);
    const started = await create('/v1/consents/c1/authorisations', { psudata: { password: 'CANARY' } });
    expect(started).toMatchObject({ status: 201, warned: ['WARNING psudata'] });
    await using _update = await answerTo(gateway.natsUrl, updatePsuData, () => EMBEDDED);
    const put = await gateway.ask('PUT', '/v1/consents/c1/authorisations/a1', {
      headers: AS_JSON,
      body: JSON.stringify({ psuData: { password: 'x', pasword: 'CANARY' } }),
    });
    expect([put.status, textsOf(put.text)]).toEqual([
      200,
      ['psuData.pasword is ignored: it is not a field here; password is'],
    ]);
  });

  it.each([
    [{ scaAuthenticationdata: 'CANARY' }, 'scaAuthenticationdata is not a field here; scaAuthenticationData is'],
    [{ psuData: { Passwort: 'CANARY' } }, 'psuData.Passwort is not a field here; password is'],
  ])('of an update without valid data is reported beside the missing field: %j', async (body, words) => {
    const address = '/v1/consents/c1/authorisations/a1';
    const { status, text } = await gateway.ask('PUT', address, { headers: AS_JSON, body: JSON.stringify(body) });
    const { tppMessages } = JSON.parse(text) as { tppMessages: { text: string }[] };
    expect([status, tppMessages.map((message) => message.text)[1]]).toEqual([400, words]);
    expect(text).not.toContain('CANARY');
  });
});

describe('dayOfExecution', () => {
  const ORDER = { ...PAYMENT, startDate: '2027-01-04' };
  const PERIODIC = '/v1/periodic-payments/sepa-credit-transfers';

  it.each(['Daily', 'Weekly', 'EveryTwoWeeks'])('beside %s is ignored with a warning', async (frequency) => {
    for (const dayOfExecution of ['5', '01', '', 'Monday', 3]) {
      const { status, warned } = await create(PERIODIC, { ...ORDER, frequency, dayOfExecution });
      expect([status, warned]).toEqual([201, ['WARNING dayOfExecution']]);
      expect(payments.asked.at(-1)?.order).toMatchObject({ body: { ...ORDER, frequency } });
      expect(payments.asked.at(-1)?.order).not.toHaveProperty('body.dayOfExecution');
    }
  });

  it('beside Monthly is used', async () => {
    expect((await create(PERIODIC, { ...ORDER, frequency: 'Monthly', dayOfExecution: '5' })).warned).toEqual([]);
    expect(payments.asked.at(-1)?.order).toHaveProperty('body.dayOfExecution', '5');
  });
});

describe('notification headers never cause an error', () => {
  const URI = { 'TPP-Notification-URI': 'https://tpp.example/notifications' };
  // The sandbox certificate names no host.
  const IGNORED_URI = 'WARNING TPP-Notification-URI';
  const wish = (content: string) => ({ ...URI, 'TPP-Notification-Content-Preferred': content });

  it.each([
    'status=SCA, PROCESS, LAST',
    'status = SCA ,PROCESS',
    'status=sca,process',
    'SCA,PROCESS',
    'status=SCA,SCA',
  ])('%j is valid and causes no warning', async (content) => {
    const { status, warned } = await create('/v1/consents', CONSENT, wish(content));
    expect([status, warned]).toEqual([201, [IGNORED_URI]]);
  });

  it.each(['status=', 'status=SCA,NONE', 'ALL', '?', ',,,', `status=${'SCA,'.repeat(1_500)}`])(
    'the valid values of %j are used',
    async (content) => {
      const { status, warned } = await create('/v1/consents', CONSENT, wish(content));
      expect(status).toBe(201);
      if (!content.includes('SCA,SCA'))
        expect(warned).toEqual(['WARNING TPP-Notification-Content-Preferred', IGNORED_URI]);
    },
  );

  it('an invalid address is ignored', async () => {
    for (const uri of ['mailto:x', '?', 'http://']) {
      const { status, warned } = await create('/v1/consents', CONSENT, { 'TPP-Notification-URI': uri });
      expect([status, warned]).toEqual([201, [IGNORED_URI]]);
    }
  });
});
