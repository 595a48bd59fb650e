import { type RequestInputOf, type RequestOf, submitBulkPayment, submitPayment, Xs2aError } from '@xs2a/contracts';
import { forAllTests, type Pain001Block, pain001 } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { listen, payment, type SentMessages, startBank, sumOfLedger, until } from '../../test/test-context.ts';
import { acceptBulkOrder } from '../connector/submit-bulk-payment.ts';
import { executeBulk } from './execute-bulk.ts';
import { resumeBulks } from './resume-bulks.ts';

const SAVINGS = 'HR0599900051100000027';
const MULTI = 'HR9899900051200000018';
const BLOCKED = 'HR1499900059900000012';
const UNKNOWN = 'HR1723600001101234565';

const at = forAllTests(() => startBank());
const sent = forAllTests(() => listen(at.bus));

function request(blocks: readonly Pain001Block[], psuId = 'psu-private', xml = pain001({ blocks })) {
  return { paymentId: crypto.randomUUID(), paymentProduct: 'pain.001-credit-transfers', psuId, xml } as const;
}

type Submission = RequestOf<typeof submitBulkPayment>;

/** Submits like the payments service: without a timely answer the order is sent again. */
async function submit<O extends typeof submitBulkPayment | typeof submitPayment>(
  operation: O,
  order: RequestInputOf<O>,
): Promise<void> {
  const isAccepted = () =>
    at.bus.ask(operation, order).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Xs2aError && error.situation === 'serviceUnavailable') return false;
        throw error;
      },
    );
  await until(isAccepted);
}

/** Returns the last report on a payment, once there is one. */
async function reportOf(submission: Submission): Promise<SentMessages['reports'][number] | undefined> {
  const ends = () =>
    sent.reports.filter((report) => report.paymentId === submission.paymentId && report.transactionStatus !== 'ACSP');
  await until(() => ends().length > 0);
  return ends()[0];
}

async function submitted(blocks: readonly Pain001Block[], psuId?: string) {
  const submission = request(blocks, psuId);
  await submit(submitBulkPayment, submission);
  return { submission, report: await reportOf(submission) };
}

async function entriesOf({ paymentId }: Submission): Promise<[string, bigint, bigint | undefined][]> {
  const entries = await at.context.entries
    .find({ _id: { $regex: `^${paymentId}` } })
    .sort({ sequence: 1 })
    .toArray();
  return entries.map(({ _id, amount, balanceAfter }) => [_id.slice(paymentId.length + 1), amount, balanceAfter]);
}

const balance = async (_id: string) => (await at.context.ledgerAccounts.findOne({ _id }))?.balance ?? 0n;
const zero = { EUR: 0n, USD: 0n, CHF: 0n };

describe('a bulk order', () => {
  it('is reported as accepted, then as executed', async () => {
    const { submission } = await submitted([{ debtorIban: SAVINGS, transfers: [{ amount: '1.00' }] }]);
    const statuses = sent.reports.filter(({ paymentId }) => paymentId === submission.paymentId);
    expect(new Set(statuses.map(({ transactionStatus }) => transactionStatus))).toEqual(new Set(['ACSP', 'ACSC']));
  });

  it('shows each transfer on the statement with the balance after it, and credits accounts of this bank', async () => {
    const before = await balance('A1102-EUR');
    const transfers = [{ amount: '1.00' }, { amount: '2.50', creditorIban: 'HR5899900051500000010' }];
    const { submission } = await submitted([{ debtorIban: SAVINGS, transfers }]);
    const neighbour = await balance('A1501-EUR');
    const entries = await entriesOf(submission);
    expect(entries).toContainEqual(['1.1-D', -100n, before - 100n]);
    expect(entries).toContainEqual(['1.2-D', -250n, before - 350n]);
    expect(entries).toContainEqual(['1.2-C', 250n, neighbour]);
    expect(entries).toHaveLength(3);
    expect(await sumOfLedger(at.context)).toEqual(zero);
  });

  it('that is submitted again is not executed again', async () => {
    const before = await balance('A1102-EUR');
    const submission = request([{ debtorIban: SAVINGS, transfers: [{ amount: '3.00' }] }]);
    await Promise.all([1, 2, 3].map(() => submit(submitBulkPayment, submission)));
    await reportOf(submission);
    await submit(submitBulkPayment, submission);
    await Promise.all([1, 2, 3].map(() => executeBulk(at.context, submission.paymentId)));
    expect(before - (await balance('A1102-EUR'))).toBe(300n);
  });

  it('is posted with one line for each account, for any number of its transfers', async () => {
    const transfers = Array.from({ length: 3 }, () => ({ amount: '1.00' }));
    const submission = request([{ debtorIban: SAVINGS, transfers }]);
    await submit(submitBulkPayment, submission);
    await reportOf(submission);
    const posting = await at.context.postings.findOne({ _id: `${submission.paymentId}-1.1` });
    expect(posting?.lines).toEqual([
      { ledgerAccountId: 'A1102-EUR', currency: 'EUR', amount: -300n },
      { ledgerAccountId: expect.any(String), currency: 'EUR', amount: 300n },
    ]);
  });

  it('that was interrupted by a crash is resumed', async () => {
    const submission = request([{ debtorIban: SAVINGS, transfers: [{ amount: '4.00' }] }]);
    expect(await acceptBulkOrder(at.context, submission)).toBe(true);
    expect(await resumeBulks(at.context, 0)).toBeGreaterThan(0);
    expect((await reportOf(submission))?.transactionStatus).toBe('ACSC');
  });

  it('between single payments from the same account loses and creates no cent', async () => {
    const before = await balance('A1102-EUR');
    const bulks = Array.from({ length: 3 }, () =>
      request([{ debtorIban: SAVINGS, transfers: Array.from({ length: 700 }, () => ({ amount: '0.03' })) }]),
    );
    const singles = Array.from({ length: 20 }, () =>
      payment({ debtorAccount: { iban: SAVINGS }, instructedAmount: { currency: 'EUR', amount: '0.07' } }),
    );
    await Promise.all([
      ...bulks.map((one) => submit(submitBulkPayment, one)),
      ...singles.map((one) => submit(submitPayment, one)),
    ]);
    await Promise.all(bulks.map(reportOf));
    const executed = () =>
      sent.reports.filter(({ transactionStatus }) => transactionStatus === 'ACSC').map(({ paymentId }) => paymentId);
    await until(() => singles.every(({ paymentId }) => executed().includes(paymentId)));
    expect(before - (await balance('A1102-EUR'))).toBe(3n * 2_100n + 20n * 7n);
    expect(await sumOfLedger(at.context)).toEqual(zero);
    const sequences = await at.context.entries.distinct('sequence', { ledgerAccountId: 'A1102-EUR' });
    expect(sequences).toHaveLength((await at.context.ledgerAccounts.findOne({ _id: 'A1102-EUR' }))?.sequence ?? -1);
  });
});

describe('a transfer of a bulk order', () => {
  it.each([
    [
      'whose debtor account is not here',
      'AC01',
      { debtorIban: UNKNOWN, transfers: [{ amount: '1.00' }] },
      'psu-private',
    ],
    ['whose account is blocked', 'AC06', { debtorIban: BLOCKED, transfers: [{ amount: '1.00' }] }, 'psu-blocked'],
    ['from an account of somebody else', 'AG01', { debtorIban: SAVINGS, transfers: [{ amount: '1.00' }] }, 'psu-multi'],
    [
      'to the account that it is from',
      'AG01',
      { debtorIban: SAVINGS, transfers: [{ amount: '1.00', creditorIban: SAVINGS }] },
      'psu-private',
    ],
    [
      'in a currency that the account has not',
      'AM03',
      { debtorIban: SAVINGS, transfers: [{ amount: '1.00', currency: 'USD' }] },
      'psu-private',
    ],
    ['of more than there is', 'AM04', { debtorIban: SAVINGS, transfers: [{ amount: '99999999.00' }] }, 'psu-private'],
    [
      'of an amount that cannot be booked',
      'AM12',
      { debtorIban: SAVINGS, transfers: [{ amount: '1.001' }] },
      'psu-private',
    ],
  ])('%s is refused with %s', async (_, reasonCode, block, psuId) => {
    const { submission, report } = await submitted([block], psuId);
    expect(report).toMatchObject({
      transactionStatus: 'RJCT',
      reasonCode,
      refusedTransfers: [{ block: 1, transfer: 1, reasonCode }],
    });
    expect(await entriesOf(submission)).toEqual([]);
  });

  it('that is refused leaves the others, and is identified by its position', async () => {
    const blocks = [
      { debtorIban: UNKNOWN, transfers: [{ amount: '1.00' }] },
      {
        debtorIban: SAVINGS,
        batchBooking: true,
        transfers: [{ amount: '1.00' }, { amount: '99999999.00' }, { amount: '2.00' }],
      },
    ];
    const { submission, report } = await submitted(blocks);
    expect(report).toMatchObject({
      transactionStatus: 'PART',
      refusedTransfers: [
        { block: 1, transfer: 1, reasonCode: 'AC01' },
        { block: 2, transfer: 2, reasonCode: 'AM04' },
      ],
    });
    expect((await entriesOf(submission)).map(([id, amount]) => [id, amount])).toEqual([['2-EUR-D', -300n]]);
  });

  it('in several currencies is booked on the account of each currency, also as a batch', async () => {
    const transfers = [{ amount: '1.00' }, { amount: '2.00', currency: 'USD' }, { amount: '4.00', currency: 'USD' }];
    const { submission, report } = await submitted([{ debtorIban: MULTI, batchBooking: true, transfers }], 'psu-multi');
    expect(report?.transactionStatus).toBe('ACSC');
    const entries = (await entriesOf(submission)).map(([id, amount]) => [id, amount]);
    expect(new Map(entries as [string, bigint][])).toEqual(
      new Map([
        ['1-EUR-D', -100n],
        ['1-USD-D', -600n],
      ]),
    );
    expect(await sumOfLedger(at.context)).toEqual(zero);
  });

  it('without funds does not block a smaller one after it', async () => {
    const before = await balance('A1401-EUR');
    const blocks = [
      { debtorIban: 'HR5799900051400000012', transfers: [{ amount: '2.00' }, { amount: '2.00' }, { amount: '1.00' }] },
    ];
    const { report } = await submitted(blocks, 'psu-empty');
    expect(report?.refusedTransfers).toEqual([{ block: 1, transfer: 2, reasonCode: 'AM04' }]);
    expect(before - (await balance('A1401-EUR'))).toBe(300n);
  });
});

it('a block that becomes due while an earlier one is booked is executed on that day', async () => {
  const days = ['2027-02-01', '2027-02-02', '2027-03-01'];
  const submission = request(days.map((day) => ({ debtorIban: SAVINGS, day, transfers: [{ amount: '1.00' }] })));
  const [before, after] = [new Date('2027-02-01T22:59:59Z'), new Date('2027-02-01T23:00:00Z')];
  await acceptBulkOrder({ ...at.context, now: () => before }, submission);
  let reads = 0;
  // Midnight in Zagreb comes after the clock was read for what is due.
  await executeBulk({ ...at.context, now: () => (++reads > 1 ? after : before) }, submission.paymentId);
  await resumeBulks({ ...at.context, now: () => after }, 0);
  const pieces = await at.context.bulkPieces.distinct('_id', { paymentId: submission.paymentId });
  expect(pieces).toEqual([1, 2].map((block) => `${submission.paymentId}-${block}.1`));
});

it('an invalid message is refused as a whole', async () => {
  const submission = request([], 'psu-private', '<!DOCTYPE a><a/>');
  await submit(submitBulkPayment, submission);
  expect(await reportOf(submission)).toMatchObject({ transactionStatus: 'RJCT', reasonCode: 'FF01' });
});
