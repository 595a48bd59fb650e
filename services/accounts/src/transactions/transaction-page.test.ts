import { listTransactions, putBalances, type ReplyOf, type RequestInputOf } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import {
  type AccountsAtWork,
  accountsAtWork,
  fedAccount,
  fedEntry,
  fedPending,
  feed,
  READING,
  refusalOf,
  SAVINGS,
} from '../../test/test-context.ts';

const PAGE_SIZE = 100;
const QUERY = { bookingStatus: 'both' as const, dateFrom: '2026-06-01', withBalance: false };

type Asked = Partial<RequestInputOf<typeof listTransactions>>;
type Listed = ReplyOf<typeof listTransactions>;

function list(at: AccountsAtWork, accountId: string, asked: Asked = {}): Promise<Listed> {
  return at.ask(listTransactions, { ...READING, accountId, ...QUERY, ...asked });
}

/** Both lists of a page as they are walked. */
const idsOf = ({ pending = [], booked = [] }: Listed): string[] =>
  [...pending, ...booked].map(({ transactionId }) => transactionId);

/** Many entries on few days, so that pages end within a day. */
const manyEntries = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    return fedEntry({
      bankReference: `booked-${index}`,
      sequence: index,
      bookingDate: `2026-06-${String(1 + (index % 7)).padStart(2, '0')}`,
    });
  });
const pendingEntries = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    fedPending({ bankReference: `pending-${index}`, sequence: 1_000 + index }),
  );

/** All pages in one direction, from a page on. */
async function walk(at: AccountsAtWork, accountId: string, start: Listed, way: 'next' | 'previous'): Promise<Listed[]> {
  const pages = [start];
  for (let page = start.pages?.[way]; page !== undefined; page = pages.at(-1)?.pages?.[way]) {
    pages.push(await list(at, accountId, { page }));
  }
  return pages;
}

describe('a list of more than a page', () => {
  it('gives every entry once from first to last, pending before booked, and again from last to first', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), [...manyEntries(330), ...pendingEntries(30)]);
    const forward = await walk(at, accountId, await list(at, accountId), 'next');
    expect(forward.map((page) => idsOf(page).length)).toEqual([100, 100, 100, 60]);
    expect(forward.map(({ pending }) => pending?.length)).toEqual([30, 0, 0, 0]);
    const all = forward.flatMap(idsOf);
    expect(new Set(all).size).toBe(360);
    const dates = forward.flatMap(({ booked = [] }) => booked.map(({ bookingDate = '' }) => bookingDate));
    expect(dates).toEqual(dates.toSorted().toReversed());

    const last = await list(at, accountId, { page: forward[0]?.pages?.last });
    expect(idsOf(last)).toEqual(all.slice(-PAGE_SIZE));
    const back = await walk(at, accountId, last, 'previous');
    expect(back.toReversed().flatMap(idsOf)).toEqual(all);
    const first = await list(at, accountId, { page: forward[2]?.pages?.first });
    expect(idsOf(first)).toEqual(all.slice(0, PAGE_SIZE));
  });

  it('links to first and previous from all but the first page, to next and last from all but the last', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), manyEntries(250));
    const forward = await walk(at, accountId, await list(at, accountId), 'next');
    expect(forward.map(({ pages }) => Object.keys(pages ?? {}))).toEqual([
      ['next', 'last'],
      ['first', 'previous', 'next', 'last'],
      ['first', 'previous'],
    ]);
    const again = await list(at, accountId, { page: forward[1]?.pages?.first });
    expect(Object.keys(again.pages ?? {})).toEqual(['next', 'last']);
  });

  it('of exactly one page has no links', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), manyEntries(PAGE_SIZE));
    expect(await list(at, accountId)).not.toHaveProperty('pages');
  });

  it('is one access however many pages are read, and its balances come with the first page alone', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), manyEntries(250));
    const balances = [{ balanceType: 'interimBooked' as const, balanceAmount: { currency: 'EUR', amount: '5.00' } }];
    await at.ask(putBalances, { bankAccountId: 'current', version: 1, balances });
    const start = await list(at, accountId, { withBalance: true });
    const further = await list(at, accountId, { withBalance: true, page: start.pages?.next });
    expect(at.consent.uses.map(({ counted }) => counted)).toEqual([true, false]);
    expect([start, further].map((page) => 'balances' in page)).toEqual([true, false]);
  });

  it('is not disturbed by entries that come meanwhile, nor shows them', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), manyEntries(250));
    const start = await list(at, accountId, { bookingStatus: 'booked' });
    const further = (page: string | undefined) => list(at, accountId, { bookingStatus: 'booked', page });
    const second = idsOf(await further(start.pages?.next));
    await feed(at, fedAccount(), [fedEntry({ bankReference: 'new', sequence: 9_999, bookingDate: '2026-06-15' })]);
    const secondAgain = await further(start.pages?.next);
    expect(idsOf(secondAgain)).toEqual(second);
    expect(idsOf(await further(secondAgain.pages?.previous))).toEqual(idsOf(start));
    expect(idsOf(await further(secondAgain.pages?.first))).toEqual(idsOf(start));
  });
});

describe('a page token', () => {
  it('opens for the same TPP, consent, account and query alone; another is refused by its name, at no access', async () => {
    await using at = await accountsAtWork();
    at.consent.grants.push({ account: { iban: SAVINGS }, rights: ['transactions'] });
    const accountId = await feed(at, fedAccount(), manyEntries(150));
    const savings = await feed(at, fedAccount({ bankAccountId: 'savings', reference: { iban: SAVINGS } }));
    const page = (await list(at, accountId)).pages?.next ?? '';
    expect(idsOf(await list(at, accountId, { page }))).toHaveLength(50);
    const wrong: Asked[] = [
      { tpp: { ...READING.tpp, id: 'PSDHR-HNB-OTHER' } },
      { consentId: 'consent-2' },
      { accountId: savings },
      { bookingStatus: 'booked' },
      { dateFrom: '2026-06-02' },
      { dateTo: '2026-06-30' },
      { withBalance: true },
      { page: '' },
      { page: 'x' },
      { page: page.slice(0, -4) },
      { page: `${page.slice(0, 40)}${page[40] === 'A' ? 'B' : 'A'}${page.slice(41)}` },
    ];
    const uses = at.consent.uses.length;
    for (const asked of wrong) {
      const refusal = await refusalOf(list(at, accountId, { page, ...asked }));
      expect(refusal, JSON.stringify(asked)).toMatchObject({ situation: 'queryInvalid', path: 'page' });
    }
    expect(at.consent.uses).toHaveLength(uses);
  });

  it('ends with the hour after the first page, though it came with a later one', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), manyEntries(350));
    const start = await list(at, accountId);
    at.moment = '2026-06-15T10:59:59Z';
    const second = await list(at, accountId, { page: start.pages?.next });
    expect(idsOf(second)).toHaveLength(PAGE_SIZE);
    at.moment = '2026-06-15T11:00:00Z';
    const refusal = await refusalOf(list(at, accountId, { page: second.pages?.next }));
    expect(refusal).toMatchObject({ situation: 'queryInvalid', path: 'page' });
  });

  it('does not open what the consent has closed', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), manyEntries(150));
    const page = (await list(at, accountId)).pages?.next;
    at.consent.refusal = 'consentNotUsable';
    expect((await refusalOf(list(at, accountId, { page }))).situation).toBe('consentNotUsable');
  });

  it('of one replica opens at another; with a key of its own it does not', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at, fedAccount(), manyEntries(150));
    const page = (await list(at, accountId)).pages?.next;
    await at.replace({});
    expect(idsOf(await list(at, accountId, { page }))).toHaveLength(50);
    await at.replace({ PAGE_TOKEN_KEY: 'x'.repeat(32) });
    expect((await refusalOf(list(at, accountId, { page }))).path).toBe('page');
  });
});

describe('of an account with 100,000 entries', () => {
  it('the first, a middle and the last page look at one page of keys and documents', async () => {
    await using at = await accountsAtWork();
    const accountId = await feed(at);
    const entries = Array.from({ length: 100_000 }, (_, index) => ({
      _id: crypto.randomUUID() as never,
      bankAccountId: 'current',
      bankReference: String(index),
      bookingStatus: 'booked',
      entryDate: `2026-06-${String(1 + Math.floor(index / 10_000)).padStart(2, '0')}`,
      sequence: index,
      entry: { transactionAmount: { currency: 'EUR', amount: '-1.00' } },
    }));
    await at.db.collection('transactions').insertMany(entries, { ordered: false, writeConcern: { w: 1 } });
    const examined = async (page?: string) => {
      await at.db.command({ profile: 2 });
      const listed = await list(at, accountId, { bookingStatus: 'booked', page });
      await at.db.command({ profile: 0 });
      const query = { ns: `${at.db.databaseName}.transactions`, op: 'query' };
      const noted = await at.db.collection('system.profile').find(query).toArray();
      await at.db.collection('system.profile').drop();
      expect(noted).toEqual([expect.not.objectContaining({ hasSortStage: true })]);
      for (const { keysExamined, docsExamined } of noted) {
        expect(keysExamined).toBeLessThanOrEqual(PAGE_SIZE + 2);
        expect(docsExamined).toBeLessThanOrEqual(PAGE_SIZE + 1);
      }
      expect(idsOf(listed)).toHaveLength(PAGE_SIZE);
      return listed;
    };
    const first = await examined();
    const last = await examined(first.pages?.last);
    let middle = first;
    for (let steps = 1; steps < 500; steps++) {
      middle = await list(at, accountId, { bookingStatus: 'booked', page: middle.pages?.next });
    }
    await examined(middle.pages?.next);
    await examined(last.pages?.previous);
  }, 60_000);
});
