import { createConsent, initiatePayment } from '@xs2a/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer-to.ts';
import { AS_JSON, CONSENT, PAYMENT } from '../../test/endpoint-samples.ts';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
let consents: Awaited<ReturnType<typeof answerTo<typeof createConsent>>>;
let payments: Awaited<ReturnType<typeof answerTo<typeof initiatePayment>>>;
beforeAll(async () => {
  gateway = await startGateway();
  const consent = { consentId: 'c1', consentStatus: 'received' as const, psuKnown: false };
  const payment = { paymentId: 'p1', transactionStatus: 'RCVD' as const, psuKnown: false };
  consents = await answerTo(gateway.natsUrl, createConsent, () => consent);
  payments = await answerTo(gateway.natsUrl, initiatePayment, () => payment);
});
afterAll(async () => {
  await consents[Symbol.asyncDispose]();
  await payments[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
});

async function create(path: string, body: object, more: Record<string, string> = {}) {
  const answer = await gateway.ask('POST', path, { headers: { ...AS_JSON, ...more }, body: JSON.stringify(body) });
  const { tppMessages = [] } = JSON.parse(answer.text) as { tppMessages?: { code: string; path: string }[] };
  return { status: answer.status, warned: tppMessages.map(({ code, path: at }) => `${code} ${at}`), answer };
}

describe('empty lists of accounts beside a model that names no accounts', () => {
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

  it('are asked for where no model stands beside them, and a filled list is never ignored', async () => {
    const offered = { accounts: [], balances: [] };
    expect((await create('/v1/consents', { ...CONSENT, access: offered })).warned).toEqual([]);
    expect(consents.asked.at(-1)?.body.access).toEqual(offered);
    const mixed = { allPsd2: 'allAccounts', accounts: [{ iban: 'HR2799900051100000019' }], balances: [] };
    await create('/v1/consents', { ...CONSENT, access: mixed });
    expect(consents.asked.at(-1)?.body.access).toEqual({ allPsd2: 'allAccounts', accounts: mixed.accounts });
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

  it('beside Monthly counts', async () => {
    expect((await create(PERIODIC, { ...ORDER, frequency: 'Monthly', dayOfExecution: '5' })).warned).toEqual([]);
    expect(payments.asked.at(-1)?.order).toHaveProperty('body.dayOfExecution', '5');
  });
});

describe('a wish for notifications that is not understood fails no request', () => {
  const URI = { 'TPP-Notification-URI': 'https://tpp.example/told' };
  const wish = (content: string) => ({ ...URI, 'TPP-Notification-Content-Preferred': content });

  it.each([
    'status=SCA, PROCESS, LAST',
    'status = SCA ,PROCESS',
    'status=sca,process',
    'SCA,PROCESS',
    'status=SCA,SCA',
  ])('%j is understood, without a warning', async (content) => {
    const { status, warned } = await create('/v1/consents', CONSENT, wish(content));
    expect([status, warned]).toEqual([201, []]);
  });

  it.each(['status=', 'status=SCA,NONE', 'ALL', '?', ',,,', `status=${'SCA,'.repeat(1_500)}`])(
    '%j is taken as far as it is understood',
    async (content) => {
      const { status, warned } = await create('/v1/consents', CONSENT, wish(content));
      expect(status).toBe(201);
      if (!content.includes('SCA,SCA')) expect(warned).toEqual(['WARNING TPP-Notification-Content-Preferred']);
    },
  );

  it('and what the address is does not matter either', async () => {
    for (const uri of ['mailto:x', '?', 'http://']) {
      expect((await create('/v1/consents', CONSENT, { 'TPP-Notification-URI': uri })).status).toBe(201);
    }
  });
});
