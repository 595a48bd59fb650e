import { listTransactions, putBalances, type ReplyOf, type RequestInputOf } from '@xs2a/contracts';
import { executedCommands } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import {
  contextOfFile,
  fedAccount,
  fedEntry,
  fedPending,
  feed,
  READING,
  refusalOf,
  SAVINGS,
} from '../../test/test-context.ts';

const context = contextOfFile();

const PAGE_SIZE = 100;
const QUERY = { bookingStatus: 'both' as const, dateFrom: '2026-06-01', withBalance: false };

type Asked = Partial<RequestInputOf<typeof listTransactions>>;
type Listed = ReplyOf<typeof listTransactions>;

function list(accountId: string, asked: Asked = {}): Promise<Listed> {
  return context.ask(listTransactions, { ...READING, accountId, ...QUERY, ...asked });
}

/** Returns the entries of both lists of a page, in the order of pages. */
const idsOf = ({ pending = [], booked = [] }: Listed): string[] =>
  [...pending, ...booked].map(({ transactionId }) => transactionId);

/** Returns many entries on few days, so that pages end within a day. */
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

/** Returns all pages in one direction, starting at a page. */
async function pagesFrom(accountId: string, start: Listed, way: 'next' | 'previous'): Promise<Listed[]> {
  const pages = [start];
  for (let page = start.pages?.[way]; page !== undefined; page = pages.at(-1)?.pages?.[way]) {
    pages.push(await list(accountId, { page }));
  }
  return pages;
}

describe('a list with more than a page', () => {
  it('returns every entry once from first to last, pending before booked, and again from last to first', async () => {
    const accountId = await feed(context, fedAccount(), [...manyEntries(330), ...pendingEntries(30)]);
    const forward = await pagesFrom(accountId, await list(accountId), 'next');
    expect(forward.map((page) => idsOf(page).length)).toEqual([100, 100, 100, 60]);
    expect(forward.map(({ pending }) => pending?.length)).toEqual([30, 0, 0, 0]);
    const all = forward.flatMap(idsOf);
    expect(new Set(all).size).toBe(360);
    const dates = forward.flatMap(({ booked = [] }) => booked.map(({ bookingDate = '' }) => bookingDate));
    expect(dates).toEqual(dates.toSorted().toReversed());

    const last = await list(accountId, { page: forward[0]?.pages?.last });
    expect(idsOf(last)).toEqual(all.slice(-PAGE_SIZE));
    const back = await pagesFrom(accountId, last, 'previous');
    expect(back.toReversed().flatMap(idsOf)).toEqual(all);
    const first = await list(accountId, { page: forward[2]?.pages?.first });
    expect(idsOf(first)).toEqual(all.slice(0, PAGE_SIZE));
  });

  it('links to first and previous except from the first page, to next and last except from the last', async () => {
    const accountId = await feed(context, fedAccount(), manyEntries(250));
    const forward = await pagesFrom(accountId, await list(accountId), 'next');
    expect(forward.map(({ pages }) => Object.keys(pages ?? {}))).toEqual([
      ['next', 'last'],
      ['first', 'previous', 'next', 'last'],
      ['first', 'previous'],
    ]);
    const again = await list(accountId, { page: forward[1]?.pages?.first });
    expect(Object.keys(again.pages ?? {})).toEqual(['next', 'last']);
  });

  it('of exactly one page has no links', async () => {
    const accountId = await feed(context, fedAccount(), manyEntries(PAGE_SIZE));
    expect(await list(accountId)).not.toHaveProperty('pages');
  });

  it('is one access for any number of pages, and only its first page has balances', async () => {
    const accountId = await feed(context, fedAccount(), manyEntries(250));
    const balances = [{ balanceType: 'interimBooked' as const, balanceAmount: { currency: 'EUR', amount: '5.00' } }];
    await context.ask(putBalances, { bankAccountId: 'current', version: 1, balances });
    const start = await list(accountId, { withBalance: true });
    const further = await list(accountId, { withBalance: true, page: start.pages?.next });
    expect(context.consent.uses.map(({ counted }) => counted)).toEqual([true, false]);
    expect([start, further].map((page) => 'balances' in page)).toEqual([true, false]);
  });

  it('is not changed by entries that arrive meanwhile, and does not show them', async () => {
    const accountId = await feed(context, fedAccount(), manyEntries(250));
    const start = await list(accountId, { bookingStatus: 'booked' });
    const further = (page: string | undefined) => list(accountId, { bookingStatus: 'booked', page });
    const second = idsOf(await further(start.pages?.next));
    await feed(context, fedAccount(), [fedEntry({ bankReference: 'new', sequence: 9_999, bookingDate: '2026-06-15' })]);
    const secondAgain = await further(start.pages?.next);
    expect(idsOf(secondAgain)).toEqual(second);
    expect(idsOf(await further(secondAgain.pages?.previous))).toEqual(idsOf(start));
    expect(idsOf(await further(secondAgain.pages?.first))).toEqual(idsOf(start));
  });
});

describe('a page token', () => {
  it('is valid only for the same TPP, consent, account and query; any other request is refused with the path page and costs no access', async () => {
    context.consent.grants.push({ account: { iban: SAVINGS }, rights: ['transactions'] });
    const accountId = await feed(context, fedAccount(), manyEntries(150));
    const savings = await feed(context, fedAccount({ bankAccountId: 'savings', reference: { iban: SAVINGS } }));
    const page = (await list(accountId)).pages?.next ?? '';
    expect(idsOf(await list(accountId, { page }))).toHaveLength(50);
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
    const uses = context.consent.uses.length;
    for (const asked of wrong) {
      const refusal = await refusalOf(list(accountId, { page, ...asked }));
      expect(refusal, JSON.stringify(asked)).toMatchObject({ situation: 'queryInvalid', path: 'page' });
    }
    expect(context.consent.uses).toHaveLength(uses);
  });

  it('expires an hour after the first page, even if a later page contained it', async () => {
    const accountId = await feed(context, fedAccount(), manyEntries(350));
    const start = await list(accountId);
    context.moment = '2026-06-15T10:59:59Z';
    const second = await list(accountId, { page: start.pages?.next });
    expect(idsOf(second)).toHaveLength(PAGE_SIZE);
    context.moment = '2026-06-15T11:00:00Z';
    const refusal = await refusalOf(list(accountId, { page: second.pages?.next }));
    expect(refusal).toMatchObject({ situation: 'queryInvalid', path: 'page' });
  });

  it('is invalid once the consent has ended', async () => {
    const accountId = await feed(context, fedAccount(), manyEntries(150));
    const page = (await list(accountId)).pages?.next;
    context.consent.refusal = 'consentNotUsable';
    expect((await refusalOf(list(accountId, { page }))).situation).toBe('consentNotUsable');
  });

  it('of one replica is valid at another; with a separate key it is not', async () => {
    const accountId = await feed(context, fedAccount(), manyEntries(150));
    const page = (await list(accountId)).pages?.next;
    await context.replace({});
    expect(idsOf(await list(accountId, { page }))).toHaveLength(50);
    await context.replace({ PAGE_TOKEN_KEY: 'k7Qm-2vX9_tR4wLz-8nB3cYp6'.repeat(2) });
    expect((await refusalOf(list(accountId, { page }))).path).toBe('page');
  });
});

describe('of an account with 100,000 entries', () => {
  it('the first, a middle and the last page examine one page of keys and documents', async () => {
    const accountId = await feed(context);
    const entries = Array.from({ length: 100_000 }, (_, index) => ({
      _id: crypto.randomUUID() as never,
      bankAccountId: 'current',
      bankReference: String(index),
      bookingStatus: 'booked',
      entryDate: `2026-06-${String(1 + Math.floor(index / 10_000)).padStart(2, '0')}`,
      sequence: index,
      entry: { transactionAmount: { currency: 'EUR', amount: '-1.00' } },
    }));
    await context.db.collection('transactions').insertMany(entries, { ordered: false });
    const examined = async (page?: string) => {
      let listed!: Awaited<ReturnType<typeof list>>;
      const read = async () => (listed = await list(accountId, { bookingStatus: 'booked', page }));
      const queries = await executedCommands(context.db, ['transactions'], read, { op: 'query' });
      expect(queries).toEqual([expect.not.objectContaining({ hasSortStage: true })]);
      for (const { keysExamined, docsExamined } of queries) {
        expect(keysExamined).toBeLessThanOrEqual(PAGE_SIZE + 2);
        expect(docsExamined).toBeLessThanOrEqual(PAGE_SIZE + 1);
      }
      expect(idsOf(listed)).toHaveLength(PAGE_SIZE);
      return listed;
    };
    // The first report moves the cursor of delta lists, and searches for entries of future days.
    await list(accountId, { bookingStatus: 'booked' });
    const first = await examined();
    const last = await examined(first.pages?.last);
    let middle = first;
    for (let steps = 1; steps < 500; steps++) {
      middle = await list(accountId, { bookingStatus: 'booked', page: middle.pages?.next });
    }
    await examined(middle.pages?.next);
    await examined(last.pages?.previous);
  }, 60_000);
});
