import { profileFile } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { startServicesOf, type TestServices } from '@xs2a/test-system/start/start-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corrected } from './corrected-examples.ts';
import { openExampleAccounts } from './example-accounts.ts';
import { OfficialFile, settingsFor } from './official-file.ts';
import { APPROACHES, OfficialTpp } from './official-tpp.ts';

const official = new OfficialFile(process.env['BERLIN_GROUP_FILE'] ?? '');

let services: TestServices;
let tpp: OfficialTpp;
beforeAll(async () => {
  const profile = profileFile({ preset: 'berlin-group', ...settingsFor(official.version) });
  services = await startServicesOf(profile, 'gateway', 'bank', 'sca', 'consent', 'accounts', 'payments');
  await openExampleAccounts(services);
  tpp = new OfficialTpp(services, official);
});
afterAll(() => services[Symbol.asyncDispose]());

const { redirect, decoupled, embedded, explicit } = APPROACHES;
const pathOf = (body: Record<string, unknown>, name: string): string => {
  const id = body[name];
  return typeof id === 'string' ? id : '';
};

/** Reads every sub-resource of a resource. */
async function readAll(path: string): Promise<void> {
  for (const part of ['', '/status', '/authorisations']) expect((await tpp.get(path + part)).status).toBe(200);
}

describe('every example of a consent', () => {
  it.each([...official.requestExamples('consents')])('is accepted with 201: %s', async (_, example) => {
    for (const wishes of [redirect, decoupled, explicit]) {
      expect((await tpp.call('POST', '/v1/consents', corrected(example), wishes)).status).toBe(201);
    }
  });

  it.each(['consentsExample_DedicatedAccounts', 'consentsExample_AccountList'])(
    'is authorised through the TPP, read and given back: %s',
    async (name) => {
      const created = await tpp.call('POST', '/v1/consents', corrected(official.example(name)), embedded);
      expect(created.status).toBe(201);
      await tpp.authorise(created);
      const path = `/v1/consents/${pathOf(created.body, 'consentId')}`;
      await readAll(path);
      expect((await tpp.get(`${path}/status`)).body).toEqual({ consentStatus: 'valid' });
      expect((await tpp.call('DELETE', path)).status).toBe(204);
    },
  );
});

describe('under the example of a consent on dedicated accounts', () => {
  const given = (list: unknown): { resourceId: string }[] => list as { resourceId: string }[];

  it('every account, balance, list and entry is as the file has it', async () => {
    const example = corrected(official.example('consentsExample_DedicatedAccounts'));
    const created = await tpp.call('POST', '/v1/consents', example, embedded);
    await tpp.authorise(created);
    const consent = { 'Consent-ID': pathOf(created.body, 'consentId') };
    const { body } = await eventually(
      () => tpp.get('/v1/accounts?withBalance=true', consent),
      (answer) => given(answer.body['accounts']).length === 3,
    );
    for (const { resourceId } of given(body['accounts'])) {
      const account = `/v1/accounts/${resourceId}`;
      for (const part of ['', '?withBalance=true', '/balances']) {
        expect((await tpp.get(account + part, consent)).status).toBe(200);
      }
      for (const bookingStatus of ['booked', 'pending', 'both', 'information', 'all']) {
        await tpp.get(`${account}/transactions?dateFrom=2026-01-01&bookingStatus=${bookingStatus}`, consent);
      }
    }
    const cards = await tpp.get('/v1/card-accounts', consent);
    for (const { resourceId } of given(cards.body['cardAccounts'])) {
      const card = `/v1/card-accounts/${resourceId}`;
      await tpp.get(card, consent);
      await tpp.get(`${card}/transactions?dateFrom=2026-01-01&bookingStatus=both`, consent);
    }
    expect(tpp.met).toContain('getTransactionList 200');
    expect(tpp.met).toContain('getCardAccountTransactionList 200');
  });
});

describe('every example of a payment', () => {
  it.each([
    ['payments', 'paymentInitiationSctBody_payments_json'],
    ['periodic-payments', 'paymentInitiationSctBody_periodic-payments_json'],
  ])('is accepted, authorised, read and cancelled: %s', async (service, name) => {
    const products = `/v1/${service}/sepa-credit-transfers`;
    for (const wishes of [redirect, decoupled, embedded]) {
      const created = await tpp.call('POST', products, corrected(official.example(name)), wishes);
      expect(created.status).toBe(201);
      const path = `${products}/${pathOf(created.body, 'paymentId')}`;
      await readAll(path);
      if (wishes === embedded) await tpp.authorise(created);
      await tpp.get(path);
      const cancelled = await tpp.call('DELETE', path, undefined, embedded);
      expect([202, 204, 405]).toContain(cancelled.status);
      if (cancelled.status === 202) await tpp.authorise(cancelled);
      await tpp.get(`${path}/cancellation-authorisations`);
    }
  });

  it.each([...official.requestExamples('paymentInitiation', 'application/xml')])(
    'in XML is accepted as a single payment and as a bulk: %s',
    async (_, example) => {
      for (const service of ['payments', 'bulk-payments']) {
        const product = `/v1/${service}/pain.001-sepa-credit-transfers`;
        const created = await tpp.call('POST', product, corrected(example), redirect);
        expect(created.body).toMatchObject({ transactionStatus: 'RCVD' });
        expect(created.status).toBe(201);
        await readAll(`${product}/${pathOf(created.body, 'paymentId')}`);
      }
    },
  );

  it('of a bulk in JSON is accepted, authorised and read', async () => {
    const product = '/v1/bulk-payments/sepa-credit-transfers';
    const example = corrected(official.example('paymentInitiationSctBody_bulk-payments_json'));
    const created = await tpp.call('POST', product, example, embedded);
    expect(created.status).toBe(201);
    await tpp.authorise(created);
    await readAll(`${product}/${pathOf(created.body, 'paymentId')}`);
  });
});

describe('the example of a signing basket', () => {
  it('is accepted with payments of this TPP, authorised and read', async () => {
    const example = corrected(official.example('paymentInitiationSctBody_payments_json'));
    const product = '/v1/payments/sepa-credit-transfers';
    const paymentIds: string[] = [];
    for (const _ of [1, 2]) {
      paymentIds.push(pathOf((await tpp.call('POST', product, example, explicit)).body, 'paymentId'));
    }
    const created = await tpp.call('POST', '/v1/signing-baskets', { paymentIds }, embedded);
    expect(created.status).toBe(201);
    await tpp.authorise(created);
    await readAll(`/v1/signing-baskets/${pathOf(created.body, 'basketId')}`);
  });

  it('is refused with payments that nobody knows', async () => {
    const refused = await tpp.call('POST', '/v1/signing-baskets', official.example('signingBasketExample'), embedded);
    expect([refused.status, refused.body.tppMessages?.[0]?.code]).toEqual([400, 'RESOURCE_UNKNOWN']);
  });
});

describe('the example of a funds confirmation', () => {
  const question = corrected(official.example('confirmationOfFundsExample')) as { account: object };

  it('is accepted under a consent for its account', async () => {
    const funds = '/v2/consents/confirmation-of-funds';
    const created = await tpp.call('POST', funds, { account: question.account }, embedded);
    expect(created.status).toBe(201);
    await tpp.authorise(created);
    const path = `${funds}/${pathOf(created.body, 'consentId')}`;
    await readAll(path);
    const answer = await tpp.call('POST', '/v1/funds-confirmations', question);
    expect([answer.status, answer.body]).toEqual([200, { fundsAvailable: true }]);
    expect((await tpp.call('DELETE', path)).status).toBe(204);
  });

  it('is refused where the consent was given back', async () => {
    const refused = await tpp.call('POST', '/v1/funds-confirmations', question);
    expect([400, 401]).toContain(refused.status);
  });
});

describe('a refusal', () => {
  it.each([
    ['GET', '/v1/consents/unknown', undefined, 403],
    ['POST', '/v1/consents', {}, 400],
    ['GET', '/v1/accounts', undefined, 400],
    ['GET', '/v1/payments/sepa-credit-transfers/unknown', undefined, 404],
    ['POST', '/v1/payments/sepa-credit-transfers', {}, 400],
    ['GET', '/v1/signing-baskets/unknown', undefined, 404],
  ])('is as the file has it: %s %s', async (method, path, body, status) => {
    expect((await tpp.call(method, path, body)).status).toBe(status);
  });
});

describe('the judge', () => {
  it('finds what is not as the file has it', () => {
    const consent = { method: 'GET', path: '/v1/consents/x/status', status: 200, type: 'application/json' };
    expect(official.faultsOf({ ...consent, body: { consentStatus: 'valid' } })).toEqual([]);
    expect(official.faultsOf({ ...consent, body: { consentStatus: 'good' } })).not.toEqual([]);
    expect(official.faultsOf({ ...consent, body: {} })).not.toEqual([]);
    expect(official.faultsOf({ ...consent, status: 299, body: {} })).not.toEqual([]);
  });
});
