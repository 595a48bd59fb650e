import { forAllTests, hrefOf, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { CARD, consentBody, IBAN, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { approve } from '@xs2a/test-system/psu/approve';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { describe, expect, it } from 'vitest';

const system = forAllTests(() => sharedSystem());
const tpp = forAllTests(() => new TppClient(system.gatewayUrl));

interface Linked {
  readonly _links?: Record<string, { href: string }>;
}
interface Entry extends Linked {
  readonly transactionId: string;
  readonly cardTransactionId: string;
  readonly bookingDate?: string;
}
type Lists = Linked & { booked: Entry[]; pending?: Entry[] };

async function reader(access: object) {
  const created = await tpp.post('/v1/consents', consentBody({ access }), { headers: REDIRECT_HEADERS });
  expect(created.status, created.text).toBe(201);
  await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
  const headers = { 'Consent-ID': String(created.body['consentId']) };
  return async (path: string | undefined): Promise<TppAnswer> => {
    const answer = await tpp.get(path ?? '', { headers });
    expect(answer.text).not.toContain(CARD.clear);
    return answer;
  };
}

/** A day within the 90 that need no fresh SCA. */
const FROM = new Date(Date.now() - 80 * 86_400_000).toISOString().slice(0, 10);
const hrefIn = (linked: Linked | undefined, name: string): string | undefined => linked?._links?.[name]?.href;

describe('a card account over HTTP', () => {
  it('is given by its number in the consent and masked in every answer, with limit, balances and entries', async () => {
    const account = { pan: CARD.clear };
    const get = await reader({ balances: [account], transactions: [account] });
    const list = await get('/v1/card-accounts');
    expect(list.status, list.text).toBe(200);
    const [card] = list.body['cardAccounts'] as Linked[];
    expect(card).toMatchObject({
      maskedPan: CARD.masked,
      currency: 'EUR',
      debitAccounting: false,
      creditLimit: { currency: 'EUR', amount: '2000.00' },
    });
    expect((await get('/v1/accounts')).body).toEqual({ accounts: [] });

    const balances = await get(hrefIn(card, 'balances'));
    expect(balances.body['cardAccount']).toMatchObject({ maskedPan: CARD.masked });
    const types = (balances.body['balances'] as { balanceType: string }[]).map(({ balanceType }) => balanceType);
    expect(types).toEqual(expect.arrayContaining(['closingBooked', 'nonInvoiced']));

    const report = await get(`${hrefIn(card, 'transactions')}?bookingStatus=both&dateFrom=${FROM}`);
    const lists = report.body['cardTransactions'] as Lists;
    const { booked, pending } = lists;
    expect(booked.length).toBeGreaterThan(10);
    expect(pending).toHaveLength(2);
    const purchases = booked.filter((entry) => 'merchantCategoryCode' in entry);
    expect(purchases[0]).toMatchObject({
      maskedPAN: CARD.masked,
      merchantCategoryCode: expect.stringMatching(/^[0-9]{4}$/),
      transactionAmount: { currency: 'EUR', amount: expect.stringMatching(/^-/) },
    });
    const details = await get(hrefIn(lists, 'cardAccount'));
    expect(details.body['cardAccount']).toMatchObject({ maskedPan: CARD.masked });
  });

  it('has its masked number under both names in a consent, and another consent may be requested with that (decision 14)', async () => {
    const account = { pan: CARD.clear };
    const creation = { headers: REDIRECT_HEADERS };
    const contentOf = async (access: object): Promise<unknown> => {
      const created = await tpp.post('/v1/consents', consentBody({ access }), creation);
      expect(created.status, created.text).toBe(201);
      const content = await tpp.get(`/v1/consents/${String(created.body['consentId'])}`);
      expect(content.text).not.toContain(CARD.clear);
      return content.body['access'];
    };
    const read = { balances: [{ maskedPan: CARD.masked, pan: CARD.masked }] };
    expect(await contentOf({ balances: [account] })).toEqual(read);
    expect(await contentOf(read)).toEqual(read);
  });
});

describe('standing orders over HTTP', () => {
  it('of a current account are listed with bookingStatus information', async () => {
    const get = await reader({ transactions: [{ iban: IBAN.private }] });
    const [listed] = (await get('/v1/accounts')).body['accounts'] as Linked[];
    const answer = await get(`${hrefIn(listed, 'transactions')}?bookingStatus=information`);
    expect([answer.status, Object.keys(answer.body['transactions'] ?? {})]).toEqual([200, ['information', '_links']]);
    expect((answer.body['transactions'] as { information: object[] }).information).toHaveLength(3);
  });
});

describe('a long list over HTTP', () => {
  it('is read page by page, from first to last, in one counted access, and each entry has details', async () => {
    const account = { iban: IBAN.private };
    const get = await reader({ transactions: [account] });
    const [listed] = (await get('/v1/accounts')).body['accounts'] as Linked[];
    const entries: Entry[] = [];
    let href: string | undefined = `${hrefIn(listed, 'transactions')}?bookingStatus=booked&dateFrom=${FROM}`;
    const pages: number[] = [];
    while (href !== undefined) {
      const page = await get(href);
      expect(page.status, page.text).toBe(200);
      const transactions = page.body['transactions'] as Lists;
      entries.push(...transactions.booked);
      pages.push(transactions.booked.length);
      href = hrefIn(transactions, 'next');
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.slice(0, -1).every((length) => length === 100)).toBe(true);
    expect(new Set(entries.map(({ transactionId }) => transactionId)).size).toBe(entries.length);
    const dates = entries.map(({ bookingDate = '' }) => bookingDate);
    expect(dates).toEqual(dates.toSorted().toReversed());

    const { _links: __, ...newest } = entries[0] ?? {};
    const details = await get(hrefIn(entries[0], 'transactionDetails'));
    expect(details.body).toEqual({ transactionsDetails: newest });
    const unknown = await get(`${hrefIn(entries[0], 'transactionDetails')}x`);
    expect(unknown.status).toBe(404);
  });
});
