import { listCardAccounts, listCardTransactions, listTransactions, readTransactionDetails } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../../test/answer-to.ts';
import { startGateway } from '../../../test/start-gateway.ts';

const HEADERS = { 'Consent-ID': 'c1' };
const ACCOUNT = { iban: 'HR1210010051863000160' };
const ENTRY = { transactionId: 't/1', transactionAmount: { currency: 'EUR', amount: '-1.00' }, mandateId: 'M-1' };

const gateway = forAllTests(() => startGateway());

async function read(path: string) {
  const { status, headers, text, message } = await gateway.ask('GET', path, { headers: HEADERS });
  return { status, headers, message, body: JSON.parse(text) as Record<string, unknown> };
}

describe('the pages of a list', () => {
  const ADDRESS = '/v1/accounts/a1/transactions';

  it('are linked with the whole query and an opaque token, which is passed on unchanged', async () => {
    const pages = { next: 'n-1', last: 'l_2' };
    await using accounts = await answerTo(gateway.natsUrl, listTransactions, () => ({
      account: ACCOUNT,
      booked: [],
      pages,
    }));
    const { body } = await read(`${ADDRESS}?bookingStatus=both&dateFrom=2026-01-01&withBalance=true&unknown=1`);
    const query = 'withBalance=true&bookingStatus=both&dateFrom=2026-01-01';
    const links = (body['transactions'] as { _links: Record<string, { href: string }> })._links;
    expect(links).toEqual({
      account: { href: '/v1/accounts/a1' },
      next: { href: `${ADDRESS}?${query}&page=n-1` },
      last: { href: `${ADDRESS}?${query}&page=l_2` },
    });
    await read(links['next']?.href ?? '');
    const [first, second] = accounts.asked;
    expect(second).toEqual({ ...first, page: 'n-1' });
  });

  it('are not linked if there is only one page', async () => {
    await using _ = await answerTo(gateway.natsUrl, listTransactions, () => ({ account: ACCOUNT, booked: [] }));
    const { body } = await read(`${ADDRESS}?bookingStatus=booked&dateFrom=2026-01-01`);
    expect(body['transactions']).toEqual({ booked: [], _links: { account: { href: '/v1/accounts/a1' } } });
  });

  it('have tokens of limited length; a longer token is a FORMAT_ERROR of the parameter', async () => {
    const { status, message } = await read(
      `${ADDRESS}?bookingStatus=booked&dateFrom=2026-01-01&page=${'x'.repeat(4_001)}`,
    );
    expect([status, message.code, message.path]).toEqual([400, 'FORMAT_ERROR', 'page']);
  });
});

describe('a list that the accounts service has already rendered', () => {
  const accounts = { account: ACCOUNT, balances: [] };
  // Unusual JSON that parsing and writing would change.
  const entry = (text: string) =>
    `{ "transactionId":"t1", "transactionAmount":{"amount":"1.00","currency":"EUR"}, "creditorName":"${text}",
      "_links":{"transactionDetails":{"href":"\\/v1/accounts/a1/transactions/t1"}}}`;
  const written = { pending: entry('\\u010d'), booked: `${entry('č')} , ${entry('\\"pending\\":[')}` };

  it('passes byte by byte, unparsed, within its links and the other requested fields', async () => {
    const bytes = Buffer.from(written.pending + written.booked);
    const rendered = { pending: Buffer.byteLength(written.pending), booked: Buffer.byteLength(written.booked) };
    const reply = { ...accounts, rendered, bytes };
    await using owner = await answerTo(gateway.natsUrl, listTransactions, () => reply);
    const address = '/v1/accounts/a1/transactions?bookingStatus=both&dateFrom=2026-01-01';
    const { status, headers, text } = await gateway.ask('GET', address, { headers: HEADERS });
    const links = '"_links":{"account":{"href":"/v1/accounts/a1"}}';
    const lists = `"booked":[${written.booked}],"pending":[${written.pending}],${links}`;
    expect(text).toBe(`{"account":${JSON.stringify(ACCOUNT)},"transactions":{${lists}},"balances":[]}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(owner.asked).toEqual([expect.objectContaining({ renderedAt: '/v1/accounts/a1/transactions/' })]);
  });
});

describe('standing orders', () => {
  it('are listed for bookingStatus information, without links to details, and do not require dateFrom', async () => {
    const order = {
      transactionAmount: ENTRY.transactionAmount,
      additionalInformationStructured: {
        standingOrderDetails: { startDate: '2024-01-03', frequency: 'Monthly' as const, dayOfExecution: '3' },
      },
    };
    await using _ = await answerTo(gateway.natsUrl, listTransactions, () => ({
      account: ACCOUNT,
      information: [order],
    }));
    const { status, body } = await read('/v1/accounts/a1/transactions?bookingStatus=information');
    expect([status, body['transactions']]).toEqual([
      200,
      { information: [order], _links: { account: { href: '/v1/accounts/a1' } } },
    ]);
  });

  it('require dateFrom if listed with transactions', async () => {
    const { status, message } = await read('/v1/accounts/a1/transactions?bookingStatus=all');
    expect([status, message.code, message.path]).toEqual([400, 'FORMAT_ERROR', 'dateFrom']);
  });
});

describe('a card account', () => {
  const CARD = { resourceId: 'k1', maskedPan: '453200******0017', currency: 'EUR', debitAccounting: false };

  it('has the links that the consent permits, with both names for its transactions', async () => {
    await using _ = await answerTo(gateway.natsUrl, listCardAccounts, () => ({
      cardAccounts: [
        { cardAccount: CARD, mayReadBalances: true, mayReadTransactions: true },
        { cardAccount: { ...CARD, resourceId: 'k2' }, mayReadBalances: false, mayReadTransactions: false },
      ],
    }));
    expect((await read('/v1/card-accounts')).body).toEqual({
      cardAccounts: [
        {
          ...CARD,
          _links: {
            balances: { href: '/v1/card-accounts/k1/balances' },
            transactions: { href: '/v1/card-accounts/k1/transactions' },
            cardTransactions: { href: '/v1/card-accounts/k1/transactions' },
          },
        },
        { ...CARD, resourceId: 'k2' },
      ],
    });
  });

  it('has its transactions in cardTransactions, with links to the account and to other pages', async () => {
    const report = { cardAccount: { maskedPan: CARD.maskedPan }, debitAccounting: false };
    const booked = [{ cardTransactionId: 'c1', transactionAmount: ENTRY.transactionAmount }];
    await using _ = await answerTo(gateway.natsUrl, listCardTransactions, () => ({
      ...report,
      booked,
      pages: { next: 'n' },
    }));
    const address = '/v1/card-accounts/k1/transactions?bookingStatus=booked&dateFrom=2026-01-01';
    expect((await read(address)).body).toEqual({
      ...report,
      cardTransactions: {
        booked,
        _links: { cardAccount: { href: '/v1/card-accounts/k1' }, next: { href: `${address}&page=n` } },
      },
    });
  });
});

describe('a transaction', () => {
  it('links to its details in a list, and has resourceId beside transactionId', async () => {
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

  it('has its details at that address, in transactionsDetails without nesting', async () => {
    await using accounts = await answerTo(gateway.natsUrl, readTransactionDetails, () => ({ transaction: ENTRY }));
    const { status, body } = await read('/v1/accounts/a1/transactions/t%2F1');
    expect([status, body]).toEqual([200, { transactionsDetails: { ...ENTRY, resourceId: 't/1' } }]);
    expect(accounts.asked).toEqual([
      expect.objectContaining({ accountId: 'a1', transactionId: 't/1', consentId: 'c1' }),
    ]);
  });

  it('has the formats and lengths of the standard: references are objects, texts and names within their limits', async () => {
    const transaction = {
      ...ENTRY,
      creditorName: 'n'.repeat(140),
      remittanceInformationUnstructured: `${'r'.repeat(140)}rest`,
      remittanceInformationStructured: 'HR00 1-2',
      entryDetails: [
        {
          transactionAmount: ENTRY.transactionAmount,
          remittanceInformationStructured: 'RF18',
          remittanceInformationStructuredArray: [{ reference: 'RF18', referenceType: 'SCOR' }],
        },
      ],
    };
    await using _ = await answerTo(gateway.natsUrl, readTransactionDetails, () => ({ transaction }));
    const { body } = await read('/v1/accounts/a1/transactions/t%2F1');
    expect(body['transactionsDetails']).toEqual({
      ...transaction,
      resourceId: 't/1',
      creditorName: 'n'.repeat(70),
      remittanceInformationUnstructured: 'r'.repeat(140),
      remittanceInformationUnstructuredArray: ['r'.repeat(140), 'rest'],
      remittanceInformationStructured: { reference: 'HR00 1-2' },
      entryDetails: [
        {
          ...transaction.entryDetails[0],
          remittanceInformationStructured: { reference: 'RF18', referenceType: 'SCOR' },
        },
      ],
    });
  });
});
