import type { TppAnswer } from '@xs2a/test-kit';
import { type AccountServices, listed, refusalIn, startAccountServices } from '@xs2a/test-system/account-services';
import { IBAN } from '@xs2a/test-system/fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let services: AccountServices;
beforeAll(async () => {
  services = await startAccountServices();
});
afterAll(() => services[Symbol.asyncDispose]());

function get(consentId: string, path: string): Promise<TppAnswer> {
  return services.tpp.get(path, { headers: { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.10' } });
}

function consentTo(currency?: string): Promise<string> {
  const account = { iban: IBAN.multi, ...(currency && { currency }) };
  return services.consent({ access: { balances: [account], transactions: [account] } }, 'psu-multi');
}

const currenciesOf = (answer: TppAnswer) => listed(answer).map(({ currency }) => currency);

/** The account in a currency, by the links of the list. */
async function accountIn(consentId: string, currency: string) {
  const account = listed(await get(consentId, '/v1/accounts')).find((each) => each.currency === currency);
  return { resourceId: account?.resourceId ?? '', links: account?.['_links'] as Record<string, { href: string }> };
}

interface Listed {
  account: object;
  transactions: {
    booked: { transactionId: string; transactionAmount: { currency: string } }[];
    _links: Record<string, { href: string }>;
  };
}

async function walk(consentId: string, href: string): Promise<Listed['transactions']['booked']> {
  const entries: Listed['transactions']['booked'] = [];
  for (let next: string | undefined = `${href}?bookingStatus=booked&dateFrom=2020-01-01`; next !== undefined; ) {
    const answer = await get(consentId, next);
    expect(answer.status, answer.text).toBe(200);
    const { transactions } = answer.body as unknown as Listed;
    entries.push(...transactions.booked);
    next = transactions._links['next']?.href;
  }
  return entries;
}

describe('the multicurrency account of the sandbox', () => {
  it.each([
    [undefined, ['CHF', 'EUR', 'USD', 'XXX']],
    ['USD', ['USD']],
    ['XXX', ['XXX']],
  ])('under a consent that names the currency %s is listed as %j', async (currency, shown) => {
    expect(currenciesOf(await get(await consentTo(currency), '/v1/accounts'))).toEqual(shown);
  });

  it('under a global consent is listed with its aggregation too, all under one IBAN, each with an id of its own', async () => {
    const consentId = await services.consent({ access: { allPsd2: 'allAccounts' } }, 'psu-multi');
    const accounts = listed(await get(consentId, '/v1/accounts'));
    expect(accounts.map(({ currency }) => currency)).toEqual(['CHF', 'EUR', 'USD', 'XXX']);
    expect(new Set(accounts.map(({ iban }) => iban))).toEqual(new Set([IBAN.multi]));
    expect(new Set(accounts.map(({ resourceId }) => resourceId)).size).toBe(4);
  });

  it('has the opening balances of all currencies in its aggregation', async () => {
    const consentId = await consentTo();
    const { links } = await accountIn(consentId, 'XXX');
    const answer = await get(consentId, links['balances']?.href ?? '');
    expect(answer.body['account']).toEqual({ iban: IBAN.multi, currency: 'XXX' });
    const balances = answer.body['balances'] as { balanceType: string; balanceAmount: object }[];
    const booked = balances.filter(({ balanceType }) => balanceType === 'interimBooked');
    expect(booked.map(({ balanceAmount }) => balanceAmount)).toEqual(
      expect.arrayContaining([
        { currency: 'EUR', amount: '800.00' },
        { currency: 'USD', amount: '1200.00' },
        { currency: 'CHF', amount: '300.00' },
      ]),
    );
    expect(booked).toHaveLength(3);
  });

  it('has in its aggregation the entries of all currencies, and in each sub-account its own', async () => {
    const consentId = await consentTo();
    const entriesIn = async (currency: string) =>
      walk(consentId, (await accountIn(consentId, currency)).links['transactions']?.href ?? '');
    const own = await Promise.all(['EUR', 'USD', 'CHF'].map(entriesIn));
    const mixed = await entriesIn('XXX');
    const ids = (entries: typeof mixed) => entries.map(({ transactionId }) => transactionId).toSorted();
    expect(ids(mixed)).toEqual(ids(own.flat()));
    expect(mixed.length).toBeGreaterThan(100);
    expect(own.map((entries) => new Set(entries.map((each) => each.transactionAmount.currency)).size)).toEqual([
      1, 1, 1,
    ]);
  });

  it('gives one sub-account to a consent that names it, and the others are unknown to it', async () => {
    const all = await consentTo();
    const aggregate = await accountIn(all, 'XXX');
    const dollars = await consentTo('USD');
    for (const end of ['', '/balances', '/transactions?bookingStatus=booked&dateFrom=2026-01-01']) {
      const answer = await get(dollars, `/v1/accounts/${aggregate.resourceId}${end}`);
      expect(refusalIn(answer)).toEqual([404, 'RESOURCE_UNKNOWN', undefined]);
    }
  });

  it('is counted apart: each sub-account and the aggregation for itself', async () => {
    const consentId = await consentTo();
    const path = `/v1/accounts/${(await accountIn(consentId, 'XXX')).resourceId}/balances`;
    const remaining = async (address: string) =>
      (await services.tpp.get(address, { headers: { 'Consent-ID': consentId } })).headers.get('x-ratelimit-remaining');
    expect([await remaining(path), await remaining(path)]).toEqual(['3', '2']);
    const dollars = `/v1/accounts/${(await accountIn(consentId, 'USD')).resourceId}/balances`;
    expect(await remaining(dollars)).toBe('3');
  });
});
