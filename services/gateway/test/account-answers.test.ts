import { listTransactions, readTransactionDetails, Xs2aError } from '@xs2a/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerTo } from './answer-to.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const HEADERS = { 'Consent-ID': 'c1' };
const ACCOUNT = { iban: 'HR1210010051863000160' };
const ENTRY = { transactionId: 't/1', transactionAmount: { currency: 'EUR', amount: '-1.00' }, mandateId: 'M-1' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

async function read(path: string) {
  const { status, headers, text, message } = await gateway.ask('GET', path, { headers: HEADERS });
  return { status, headers, message, body: JSON.parse(text) as Record<string, unknown> };
}

describe('a transaction', () => {
  it('in a list links to its details, and has resourceId beside transactionId', async () => {
    await using _ = await answerTo(gateway.natsUrl, listTransactions, () => ({ account: ACCOUNT, booked: [ENTRY] }));
    const { body } = await read('/v1/accounts/a1/transactions?bookingStatus=booked&dateFrom=2026-01-01');
    expect(body['transactions']).toEqual({
      booked: [
        {
          ...ENTRY,
          resourceId: 't/1',
          _links: { transactionDetails: { href: '/v1/accounts/a1/transactions/t%2F1' } },
        },
      ],
      _links: { account: { href: '/v1/accounts/a1' } },
    });
  });

  it('has details at that address, flat under transactionsDetails', async () => {
    await using accounts = await answerTo(gateway.natsUrl, readTransactionDetails, () => ({ transaction: ENTRY }));
    const { status, body } = await read('/v1/accounts/a1/transactions/t%2F1');
    expect([status, body]).toEqual([200, { transactionsDetails: { ...ENTRY, resourceId: 't/1' } }]);
    expect(accounts.asked).toEqual([
      expect.objectContaining({ accountId: 'a1', transactionId: 't/1', consentId: 'c1' }),
    ]);
  });

  it('that is unknown is 404 RESOURCE_UNKNOWN', async () => {
    await using _ = await answerTo(gateway.natsUrl, readTransactionDetails, () => {
      throw new Xs2aError('transactionUnknown');
    });
    const { status, message } = await read('/v1/accounts/a1/transactions/none');
    expect([status, message.code]).toEqual([404, 'RESOURCE_UNKNOWN']);
  });
});
