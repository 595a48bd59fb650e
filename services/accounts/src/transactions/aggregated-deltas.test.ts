import { listTransactions, putAccounts, putTransactions, type ReplyOf, type RequestInputOf } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { CURRENT, contextOfFile, fedAccount, fedEntry, fedPending, feed, READING } from '../../test/test-context.ts';

const context = contextOfFile();

type Listed = ReplyOf<typeof listTransactions>;

const sub = (currency: string) =>
  fedAccount({ bankAccountId: `multi-${currency}`, reference: { iban: CURRENT, currency }, currency });

const entries = (currency: string, ...sequences: number[]) =>
  sequences.map((sequence) => {
    const name = `${currency}-${sequence}`;
    return fedEntry({ bankReference: name, endToEndId: name, sequence });
  });
const namesOf = ({ booked = [] }: Listed) => booked.map(({ endToEndId }) => endToEndId);

/** Returns an aggregated account with one reported entry in each currency, and 150 new entries with lower sequences in CHF. */
async function withNewInFrancs(sequenceInEuro: number) {
  await context.ask(putAccounts, {
    accounts: [{ ...sub('XXX'), subAccounts: ['multi-EUR', 'multi-CHF'] }, sub('EUR'), sub('CHF')],
  });
  const aggregate = await context.db.collection('accounts').findOne({ bankAccountId: 'multi-XXX' });
  const delta = (asked: Partial<RequestInputOf<typeof listTransactions>> = {}): Promise<Listed> =>
    context.ask(listTransactions, {
      ...READING,
      accountId: String(aggregate?._id),
      bookingStatus: 'booked',
      withBalance: false,
      deltaList: true,
      ...asked,
    });
  const put = (currency: string, ...sequences: number[]) =>
    context.ask(putTransactions, {
      bankAccountId: `multi-${currency}`,
      transactions: entries(currency, ...sequences),
    });
  await put('EUR', sequenceInEuro);
  await put('CHF', 1);
  expect(namesOf(await delta())).toHaveLength(2);
  await put('CHF', ...Array.from({ length: 150 }, (_, index) => index + 2));
  const newest = Array.from({ length: 150 }, (_, index) => `CHF-${151 - index}`);
  return { delta, newest };
}

describe('a delta list of an aggregated account with more than a page', () => {
  it.each([
    ['above those', 1_000],
    ['among those', 120],
  ])(
    'is read to its end where nothing is new in a currency whose sequences are %s that are new',
    async (_, sequence) => {
      const { delta, newest } = await withNewInFrancs(sequence);
      const first = await delta();
      expect(namesOf(first)).toEqual(newest.slice(0, 100));
      expect(namesOf(await delta({ page: first.pages?.next }))).toEqual(newest.slice(100));
    },
  );

  it.each([1_000, 120])(
    'goes back to its first page without entries that were reported before (%i)',
    async (sequence) => {
      const { delta, newest } = await withNewInFrancs(sequence);
      const last = await delta({ page: (await delta()).pages?.last });
      expect(namesOf(last)).toEqual(newest.slice(50));
      expect(namesOf(await delta({ page: last.pages?.previous }))).toEqual(newest.slice(0, 50));
    },
  );

  it('has links that the gateway accepts, even for 50 sub-accounts with long ids and sequences', async () => {
    const ids = Array.from({ length: 50 }, () => crypto.randomUUID());
    const accountId = await feed(context, { ...sub('XXX'), subAccounts: ids });
    const delta = (page?: string) =>
      context.ask(listTransactions, {
        ...READING,
        accountId,
        bookingStatus: 'both',
        withBalance: false,
        deltaList: true,
        page,
      });
    const start = 1_234_567_890_123;
    for (const bankAccountId of ids) {
      const sequence = start + Math.floor(Math.random() * start);
      const pending = fedPending({ bankReference: 'reserved', sequence: sequence + 1 });
      await context.ask(putTransactions, { bankAccountId, transactions: [...entries('EUR', sequence), pending] });
    }
    await delta();
    const later = Array.from({ length: 101 }, (_, index) => 3 * start + index);
    await context.ask(putTransactions, { bankAccountId: ids[0] ?? '', transactions: entries('EUR', ...later) });
    const first = await delta();
    expect(first.pages?.next?.length).toBeLessThanOrEqual(4_000);
    expect(namesOf(await delta(first.pages?.next))).toEqual([`EUR-${3 * start}`]);
  });
});
