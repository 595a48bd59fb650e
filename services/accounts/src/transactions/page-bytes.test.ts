import { type BookingStatus, entryAnswer, listTransactions, type RequestInputOf } from '@xs2a/contracts';
import { executedCommands, profileFile } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { CURRENT, contextOfFile, fedAccount, fedEntry, fedPending, feed, READING } from '../../test/test-context.ts';
import { SAMPLE_ENTRY } from '../rendering/sample-entry.ts';

const context = contextOfFile();

const ADDRESS = 'https://xs2a.test/"a"/';

type Query = Partial<RequestInputOf<typeof listTransactions>>;

function ask(accountId: string, query: Query) {
  const defaults = { bookingStatus: 'both' as const, dateFrom: '2026-05-01', withBalance: false };
  return context.ask(listTransactions, { ...READING, accountId, ...defaults, ...query });
}

/** Returns the lists of a page that was returned as bytes. */
async function rendered(accountId: string, query: Query = {}) {
  const { rendered: lengths, bytes, booked, pending } = await ask(accountId, { ...query, renderedAt: ADDRESS });
  expect([booked, pending]).toEqual([undefined, undefined]);
  const text = Buffer.from(bytes ?? []);
  const bookedAt = lengths?.pending ?? 0;
  const parsed = (list: Buffer): Record<string, unknown>[] => JSON.parse(`[${list.toString()}]`);
  return {
    ...(lengths?.booked !== undefined && { booked: parsed(text.subarray(bookedAt)) }),
    ...(lengths?.pending !== undefined && { pending: parsed(text.subarray(0, bookedAt)) }),
  };
}

/** Feeds three booked entries, one of them with every field, and a pending one. */
async function fill(): Promise<string> {
  return feed(context, fedAccount(), [
    fedEntry({ ...SAMPLE_ENTRY, bankReference: 'full', sequence: 1, bookingDate: '2026-06-09' }),
    fedEntry({ bankReference: 'quotes', sequence: 2, creditorName: 'Š "x" \\ \u2028 😀', card: { invoiced: true } }),
    fedEntry({ bankReference: 'amount', sequence: 3, transactionAmount: { currency: 'EUR', amount: '-3.00' } }),
    fedPending({ bankReference: 'pending', sequence: 4, endToEndId: 'p' }),
  ]);
}

describe('a page in bytes', () => {
  it.each<BookingStatus>(['both', 'booked', 'pending', 'all'])(
    'of %s entries has the fields that the page in values has, and the links',
    async (bookingStatus) => {
      const accountId = await fill();
      const { booked, pending } = await ask(accountId, { bookingStatus });
      const answered = (entries: typeof booked) =>
        entries?.map((entry) => ({
          ...entryAnswer(entry, { edition: '1.3.11' }),
          _links: { transactionDetails: { href: `${ADDRESS}${entry.transactionId}` } },
        }));
      const expected = { ...(booked && { booked: answered(booked) }), ...(pending && { pending: answered(pending) }) };
      expect(await rendered(accountId, { bookingStatus })).toEqual(expected);
    },
  );

  it('has balances only if the consent grants them', async () => {
    const accountId = await fill();
    const shown = { balanceAfterTransaction: SAMPLE_ENTRY.balanceAfterTransaction };
    expect((await rendered(accountId)).booked?.[2]).toMatchObject(shown);
    context.consent.grants = [{ account: { iban: CURRENT }, rights: ['accounts', 'transactions'] }];
    expect((await rendered(accountId)).booked?.[2]).not.toHaveProperty('balanceAfterTransaction');
  });

  it('has batch items up to the limit of a page', async () => {
    const items = Array.from({ length: 100 }, () => ({ transactionAmount: { currency: 'EUR', amount: '-1.00' } }));
    const entries = Array.from({ length: 22 }, (_, index) =>
      fedEntry({ bankReference: `batch-${index}`, sequence: index, entryDetails: items }),
    );
    const accountId = await feed(context, fedAccount(), entries);
    const { booked = [] } = await rendered(accountId);
    expect(booked.map(({ entryDetails }) => (entryDetails as unknown[] | undefined)?.length ?? 0)).toEqual([
      ...Array(20).fill(100),
      0,
      0,
    ]);
  });
});

describe('a stored rendering', () => {
  it('is copied without parsing: a page of 100 entries is read by one command', async () => {
    const entries = Array.from({ length: 150 }, (_, index) =>
      fedEntry({ bankReference: `entry-${index}`, sequence: index, endToEndId: 'kept' }),
    );
    const accountId = await feed(context, fedAccount(), entries);
    await context.db.collection('transactions').updateMany({}, { $set: { 'rendered.json': '"endToEndId":"copied"' } });
    // The first report moves the cursor of delta lists, and searches for entries of future days.
    await rendered(accountId, { bookingStatus: 'booked' });
    const commands = await executedCommands(context.db, ['transactions'], async () => {
      const { booked = [] } = await rendered(accountId, { bookingStatus: 'booked' });
      expect(booked.map(({ endToEndId }) => endToEndId)).toEqual(Array(100).fill('copied'));
    });
    expect(commands).toEqual([expect.objectContaining({ op: 'query', nreturned: 101, cursorExhausted: true })]);
  });

  it('is not used if an earlier version has changed the entry without its rendering', async () => {
    const accountId = await fill();
    await context.db
      .collection('transactions')
      .updateOne({ bankReference: 'amount' }, { $set: { 'entry.transactionAmount.amount': '-4.00' } });
    const { booked } = await rendered(accountId);
    expect(booked?.[0]).toMatchObject({ transactionAmount: { amount: '-4.00' } });
  });

  it('may be missing: entries stored by earlier versions give the same answer', async () => {
    const accountId = await fill();
    const before = await rendered(accountId);
    await context.db.collection('transactions').updateMany({}, { $unset: { rendered: 1 } });
    expect(await rendered(accountId)).toEqual(before);
  });

  it('is not used under a profile with other formats, and has no Croatian name if the profile has none', async () => {
    const accountId = await fill();
    await context.db
      .collection('transactions')
      .updateMany({}, { $set: { 'rendered.json': '"endToEndId":"of another profile"' } });
    await context.replace({
      PROFILE: profileFile('wireStyle: text\nfieldAliases: false\nedition: 1.3.16'),
    });
    const { booked = [] } = await rendered(accountId);
    expect(booked[2]).toMatchObject({ endToEndId: 'e', batchIndicator: 'true', batchNumberOfTransactions: '1' });
    expect(booked[2]).toMatchObject({
      remittanceInformationStructured: 'HR99',
      entryDetails: [{ remittanceInformationStructured: { reference: 'HR99', referenceType: 'SCOR' } }, {}],
    });
    for (const entry of booked) expect(entry).not.toHaveProperty('resourceId');
  });
});
