import { identifyPsu, toAmount } from '@xs2a/contracts';
import { freshDatabaseName } from '@xs2a/test-kit';
import { describe, expect, test } from 'vitest';
import { listen, startBank, sumOfLedger, until } from '../../../test/test-context.ts';
import { feedAccounts } from '../../feed/feed-account.ts';
import { bookPendingEntries } from '../../ledger/book-pending-entries.ts';
import { bankDayOf } from '../../model/bank-day.ts';
import { SANDBOX_ACCOUNTS } from '../data/accounts.ts';
import { seedSandbox } from './seed-sandbox.ts';

/** Milliseconds for four seedings of some thousand documents each, on a loaded machine. */
const SEEDINGS_MS_MAX = 90_000;

describe('the seeding of the sandbox', () => {
  test('opens every account with its balance, on a ledger that sums to zero, and readiness waits for it', async () => {
    await using at = await startBank();
    expect((await fetch(`${at.bank.healthUrl}/readyz`)).status).toBe(200);
    for (const { id, openingBalance, creditLimit } of SANDBOX_ACCOUNTS) {
      expect(await at.context.ledgerAccounts.findOne({ _id: id })).toMatchObject({
        balance: openingBalance,
        available: openingBalance + creditLimit,
      });
    }
    expect(await sumOfLedger(at.context)).toEqual({ EUR: 0n, USD: 0n, CHF: 0n });
  });

  test('happens once: a restart on a later day changes nothing', async () => {
    const database = freshDatabaseName();
    const first = await startBank({ database });
    const before = await first.context.ledgerAccounts.find().sort({ _id: 1 }).toArray();
    await first[Symbol.asyncDispose]();
    await using again = await startBank({ database, clock: () => new Date(Date.now() + 25 * 3_600_000) });
    expect(await again.context.ledgerAccounts.find().sort({ _id: 1 }).toArray()).toEqual(before);
    expect(await again.context.seedings.countDocuments()).toBe(1);
  });

  test('if killed after half of the postings is finished by the next start with the history of the original day', {
    timeout: SEEDINGS_MS_MAX,
  }, async () => {
    const database = freshDatabaseName();
    const first = await startBank({ database });
    const postings = await first.context.postings.countDocuments();
    const entries = await first.context.entries.countDocuments();
    const begunOn = '2026-03-14';
    await first.context.ledgerAccounts.deleteMany({});
    await first.context.feeds.deleteMany({});
    await first.context.psus.deleteMany({});
    await first.context.postings.deleteMany({});
    await first.context.entries.deleteMany({});
    await first.context.seedings.updateOne({}, { $set: { day: begunOn, done: false, leaseUntil: new Date(0) } });
    // The first half is written, then the process dies; the second run finds it.
    await seedSandbox(first.context);
    await first.context.ledgerAccounts.deleteMany({});
    await first.context.feeds.deleteMany({});
    await first.context.psus.deleteMany({});
    await first.context.postings.deleteMany({ _id: { $gt: 'history-002000' } });
    await first.context.entries.deleteMany({ sequence: { $gt: 100 } });
    await first.context.seedings.updateOne({}, { $set: { done: false, leaseUntil: new Date(0) } });
    await first[Symbol.asyncDispose]();
    await using again = await startBank({ database });
    expect(Math.abs((await again.context.postings.countDocuments()) - postings)).toBeLessThan(200);
    expect(Math.abs((await again.context.entries.countDocuments()) - entries)).toBeLessThan(200);
    expect(await sumOfLedger(again.context)).toEqual({ EUR: 0n, USD: 0n, CHF: 0n });
    const newest = await again.context.postings.find().sort({ bookingDate: -1 }).limit(1).next();
    expect(newest?.bookingDate).toBe('2026-03-13');
  });

  test('loses no entry if the database does not answer meanwhile: it starts again', async () => {
    await using at = await startBank();
    const { entries, ledgerAccounts, feeds, psus, seedings } = at.context;
    const seeded = await entries.countDocuments();
    await entries.deleteMany({});
    await ledgerAccounts.deleteMany({});
    await feeds.deleteMany({});
    await psus.deleteMany({});
    await seedings.updateOne({}, { $set: { done: false, leaseUntil: new Date(0) } });
    let inserts = 0;
    const insertMany: typeof entries.insertMany = (inserted, options) =>
      entries.insertMany(inserted, ++inserts > 1 ? options : { ...options, maxTimeMS: 1 });
    await seedSandbox({ ...at.context, entries: { insertMany } as typeof entries });
    expect(inserts).toBe(2);
    expect(await entries.countDocuments()).toBe(seeded);
  });

  test('by two replicas at the same moment happens once', async () => {
    const database = freshDatabaseName();
    const [one, two] = await Promise.all([startBank({ database }), startBank({ database })]);
    await using replicas = new AsyncDisposableStack();
    replicas.use(one);
    replicas.use(two);
    expect(await two.context.ledgerAccounts.countDocuments({ customer: { $exists: true } })).toBe(
      SANDBOX_ACCOUNTS.length,
    );
    expect(await sumOfLedger(two.context)).toEqual({ EUR: 0n, USD: 0n, CHF: 0n });
  });
});

describe('the feed to accounts', () => {
  test('is repeated until acknowledged: an accounts service that starts late gets everything', async () => {
    await using at = await startBank();
    await feedAccounts(at.context);
    expect(await at.context.feeds.countDocuments({ announced: true })).toBe(0);
    const sent = await listen(at.bus);
    await feedAccounts(at.context);
    await until(() => sent.balances.length >= SANDBOX_ACCOUNTS.length);
    const own = sent.accounts.filter(({ subAccounts }) => subAccounts === undefined);
    expect(new Set(own.map(({ bankAccountId }) => bankAccountId)).size).toBe(SANDBOX_ACCOUNTS.length);
    const references = sent.transactions.flatMap(({ transactions }) =>
      transactions.map(({ bankReference }) => bankReference),
    );
    expect(new Set(references).size).toBe(await at.context.entries.countDocuments());
    const after = sent.transactions.length;
    await feedAccounts(at.context);
    expect(sent.transactions.length).toBe(after);
  });

  test('includes the aggregation over the currencies of one IBAN, and of no other account', async () => {
    await using at = await startBank();
    const sent = await listen(at.bus);
    await until(() => sent.balances.length >= SANDBOX_ACCOUNTS.length);
    const aggregated = sent.accounts.filter(({ subAccounts }) => subAccounts !== undefined);
    expect(new Set(aggregated.map(({ bankAccountId }) => bankAccountId))).toEqual(new Set(['A1201-XXX']));
    expect(aggregated[0]).toMatchObject({
      owners: ['psu-multi'],
      reference: { iban: 'HR9899900051200000018', currency: 'XXX' },
      currency: 'XXX',
      subAccounts: ['A1201-CHF', 'A1201-EUR', 'A1201-USD'],
    });
  });

  test('includes the three standing orders of a current account, and none for other accounts', async () => {
    await using at = await startBank();
    const sent = await listen(at.bus);
    await until(() => sent.standingOrders.length >= SANDBOX_ACCOUNTS.length);
    const ordersOf = (id: string) => sent.standingOrders.find(({ bankAccountId }) => bankAccountId === id);
    expect(ordersOf('A1101-EUR')?.standingOrders).toEqual([
      {
        transactionAmount: { currency: 'EUR', amount: '-650.00' },
        creditorName: 'Zdenka Matić',
        creditorAccount: { iban: expect.stringMatching(/^HR/) },
        remittanceInformationUnstructured: 'Najamnina stana',
        additionalInformationStructured: {
          standingOrderDetails: { startDate: '2024-01-03', frequency: 'Monthly', dayOfExecution: '3' },
        },
      },
      expect.anything(),
      expect.anything(),
    ]);
    expect(ordersOf('A1102-EUR')?.standingOrders).toEqual([]);
  });

  test('includes booked, expected and available balances, the credit limit only where it is stated as included', async () => {
    await using at = await startBank();
    const sent = await listen(at.bus);
    await feedAccounts(at.context);
    await until(() => sent.balances.length >= SANDBOX_ACCOUNTS.length);
    const balancesOf = (id: string) => sent.balances.find(({ bankAccountId }) => bankAccountId === id)?.balances;
    const euros = (amount: string) => ({ currency: 'EUR', amount });
    expect(balancesOf('A1101-EUR')).toMatchObject([
      { balanceType: 'closingBooked', balanceAmount: euros('5432.10') },
      { balanceType: 'interimBooked', balanceAmount: euros('5432.10') },
      { balanceType: 'expected', balanceAmount: euros('5404.15') },
      { balanceType: 'interimAvailable', balanceAmount: euros('5932.10'), creditLimitIncluded: true },
    ]);
    expect(balancesOf('A1401-EUR')?.at(-1)).toMatchObject({ balanceAmount: euros('3.50'), creditLimitIncluded: false });
    expect(balancesOf('C1103-EUR')).toMatchObject([
      { balanceType: 'closingBooked', balanceAmount: euros('-250.75') },
      { balanceType: 'expected', balanceAmount: euros('-307.73') },
      { balanceType: 'nonInvoiced', balanceAmount: euros('0.00') },
    ]);
  });

  test('a pending entry is booked on its value date under the same reference', async () => {
    let days = 0;
    await using at = await startBank({ clock: () => new Date(Date.now() + days * 86_400_000) });
    const sent = await listen(at.bus);
    await feedAccounts(at.context);
    const pending = await at.context.entries.find({ ledgerAccountId: 'A1401-EUR', bookingStatus: 'pending' }).toArray();
    await bookPendingEntries(at.context);
    expect(await at.context.entries.countDocuments({ bookingStatus: 'pending', _id: pending[0]?._id ?? '' })).toBe(1);
    days = 10;
    await bookPendingEntries(at.context);
    await bookPendingEntries(at.context);
    const account = await at.context.ledgerAccounts.findOne({ _id: 'A1401-EUR' });
    expect(account).toMatchObject({ balance: 350n + (pending[0]?.amount ?? 0n), pending: 0n });
    const same = sent.transactions
      .flatMap(({ transactions }) => transactions)
      .filter(({ bankReference }) => bankReference === pending[0]?._id);
    expect(new Set(same.map(({ bookingStatus }) => bookingStatus))).toEqual(new Set(['pending', 'booked']));
    expect(same.at(-1)).toMatchObject({
      bookingDate: bankDayOf(at.context.now()),
      transactionAmount: toAmount(1_200n, 'EUR'),
    });
    expect(await sumOfLedger(at.context)).toEqual({ EUR: 0n, USD: 0n, CHF: 0n });
  });
});

describe('the identity of a PSU', () => {
  test('includes its methods and accounts in the answer of identifyPsu', async () => {
    await using at = await startBank();
    const psu = await at.bus.ask(identifyPsu, { psuId: 'psu-private' });
    if (!psu.known) throw new Error('not known');
    expect(psu.scaMethods.map(({ authenticationType }) => authenticationType)).toEqual([
      'SMS_OTP',
      'PUSH_OTP',
      'PHOTO_OTP',
    ]);
    expect(psu.accounts.map(({ name }) => name)).toEqual(['Tekući račun', 'Štednja', 'Kreditna kartica']);
    const signer = await at.bus.ask(identifyPsu, { psuId: 'psu-corporate-1', corporateId: 'corp-1' });
    expect(signer).toMatchObject({ known: true, corporateId: 'corp-1', accounts: [{ signaturesNeeded: 2 }] });
    const blocked = await at.bus.ask(identifyPsu, { psuId: 'psu-blocked' });
    expect(blocked).toEqual({ known: false, blocked: true });
    for (const unknown of [{ psuId: 'nobody' }, { psuId: 'psu-private', corporateId: 'corp-1' }]) {
      expect(await at.bus.ask(identifyPsu, unknown)).toEqual({ known: false });
    }
  });
});
