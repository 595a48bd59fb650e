import { submitPayment, toAmount } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listen, payment, startBank, sumOfLedger, until } from '../../test/test-context.ts';
import { type BookingLine, InsufficientFunds, postBooking } from './post-booking.ts';

const at = forAllTests(() => startBank());
const sent = forAllTests(() => listen(at.bus));

const balances = async () =>
  new Map((await at.context.ledgerAccounts.find().toArray()).map(({ _id, balance }) => [_id, balance]));

/** Balance of each account according to the postings. */
async function sumsOfPostings(): Promise<Map<string, bigint>> {
  const rows = await at.context.postings
    .aggregate<{ _id: string; sum: bigint }>([
      { $unwind: '$lines' },
      { $group: { _id: '$lines.ledgerAccountId', sum: { $sum: '$lines.amount' } } },
    ])
    .toArray();
  return new Map(rows.map(({ _id, sum }) => [_id, sum]));
}

test('a hundred payments at once from and to the same accounts lose and create no cent', async () => {
  const before = await balances();
  const own = ['HR2799900051100000019', 'HR5899900051500000010', 'HR5799900051400000012'] as const;
  const owners = ['psu-private', 'psu-exempt', 'psu-empty'] as const;
  const requests = Array.from({ length: 100 }, (_, index) => {
    const debtor = index % 3;
    const creditor = index % 2 === 0 ? own[(debtor + 1) % 3] : 'HR1210010051863000160';
    return payment(
      {
        debtorAccount: { iban: own[debtor] ?? own[0] },
        creditorAccount: { iban: creditor ?? own[0] },
        instructedAmount: toAmount(BigInt(100 + index * 7), 'EUR'),
      },
      { psuId: owners[debtor] ?? owners[0] },
    );
  });
  await Promise.all(requests.map((request) => at.bus.ask(submitPayment, request)));
  // A report may be sent twice, so payments are counted.
  const ended = () =>
    sent.reports.filter(({ transactionStatus }) => transactionStatus !== 'ACSP').map(({ paymentId }) => paymentId);
  await until(() => new Set(ended()).size === requests.length);
  const executed = new Set(
    sent.reports.filter(({ transactionStatus }) => transactionStatus === 'ACSC').map(({ paymentId }) => paymentId),
  );
  expect(executed.size).toBeGreaterThan(60);
  expect(await sumOfLedger(at.context)).toEqual({ EUR: 0n, USD: 0n, CHF: 0n });
  expect(await at.context.postings.countDocuments({ paymentId: { $exists: true } })).toBe(executed.size);
  const moved = [...(await balances())].filter(([id, balance]) => balance !== before.get(id));
  expect(moved.length).toBeGreaterThan(1);
  for (const [id, balance] of await balances()) expect((await sumsOfPostings()).get(id) ?? 0n).toBe(balance);
});

test('no account is ever below its limit', async () => {
  const below = await at.context.ledgerAccounts.countDocuments({ customer: { $exists: true }, available: { $lt: 0n } });
  expect(below).toBe(0);
});

const ACCOUNTS = ['A1101-EUR', 'A1102-EUR', 'A1401-EUR', 'A1501-EUR'] as const;

test('a booking moves all lines or none', async () => {
  const transfer = fc.record({
    from: fc.constantFrom(...ACCOUNTS),
    to: fc.constantFrom(...ACCOUNTS, 'clearing-EUR'),
    cents: fc.bigInt({ min: 1n, max: 900_000n }),
  });
  await fc.assert(
    fc.asyncProperty(transfer, async ({ from, to, cents }) => {
      const before = await balances();
      const line = (ledgerAccountId: string, amount: bigint): BookingLine => ({
        ledgerAccountId,
        currency: 'EUR',
        amount,
        ...(ledgerAccountId.startsWith('A') && { entry: { reference: crypto.randomUUID(), details: {} } }),
      });
      const booking = { id: crypto.randomUUID(), at: new Date(), lines: [line(from, -cents), line(to, cents)] };
      const { available } = (await at.context.ledgerAccounts.findOne({ _id: from })) ?? { available: 0n };
      const outcome = await at.context.database
        .transaction((session) => postBooking(at.context, booking, session))
        .then(
          () => 'booked',
          (error: unknown) => (error instanceof InsufficientFunds ? 'noFunds' : 'failed'),
        );
      expect(outcome).toBe(available >= cents ? 'booked' : 'noFunds');
      const after = await balances();
      const expected = new Map(before);
      if (outcome === 'booked') {
        expected.set(from, (expected.get(from) ?? 0n) - cents);
        expected.set(to, (expected.get(to) ?? 0n) + cents);
      }
      expect(after).toEqual(expected);
    }),
    { numRuns: 40 },
  );
  expect(await sumOfLedger(at.context)).toEqual({ EUR: 0n, USD: 0n, CHF: 0n });
});

test('a booking whose lines do not sum to zero in each currency is a fault and stores nothing', async () => {
  const before = await at.context.postings.countDocuments();
  const lines = [
    { ledgerAccountId: 'clearing-EUR', currency: 'EUR', amount: -100n },
    { ledgerAccountId: 'clearing-USD', currency: 'USD', amount: 100n },
  ];
  const booking = { id: crypto.randomUUID(), at: new Date(), lines };
  await expect(at.context.database.transaction((session) => postBooking(at.context, booking, session))).rejects.toThrow(
    'sum to zero',
  );
  expect(await at.context.postings.countDocuments()).toBe(before);
});
