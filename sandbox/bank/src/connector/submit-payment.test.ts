import { submitPayment } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, test } from 'vitest';
import { ELSEWHERE, EMPTY, listen, PRIVATE, payment, startBank, sumOfLedger, until } from '../../test/test-context.ts';
import type { LedgerAccount } from '../model/ledger-account.ts';
import { executeOrder } from '../orders/execute-order.ts';
import { resumeOrders } from '../orders/resume-orders.ts';
import { acceptOrder } from './submit-payment.ts';

const at = forAllTests(() => startBank());
const sent = forAllTests(() => listen(at.bus));

const SAVINGS = 'HR0599900051100000027';
/** Held in EUR and in USD. */
const MULTI = 'HR9899900051200000018';

async function accountOf(iban: string, currency = 'EUR'): Promise<LedgerAccount> {
  return at.context.ledgerAccounts.findOne({ 'customer.reference.iban': iban, currency }).then((account) => {
    if (account === null) throw new Error('no such account');
    return account;
  });
}

/** Submits on the bus and waits for the order to end. */
async function settled(request: ReturnType<typeof payment>) {
  await at.bus.ask(submitPayment, request);
  await until(() =>
    sent.reports.some(
      ({ paymentId, transactionStatus }) => paymentId === request.paymentId && transactionStatus !== 'ACSP',
    ),
  );
  return sent.reports.filter(({ paymentId }) => paymentId === request.paymentId);
}

describe('a payment that can be executed', () => {
  test('is accepted, then reported ACSP and ACSC, and moves the money once', async () => {
    const before = await accountOf(PRIVATE);
    const request = payment({ remittanceInformationUnstructured: 'Račun 7', endToEndIdentification: 'E2E-1' });
    const reports = await settled(request);
    expect(reports.map(({ transactionStatus }) => transactionStatus)).toEqual(['ACSP', 'ACSC']);
    const after = await accountOf(PRIVATE);
    expect(after.balance).toBe(before.balance - 1_234n);
    expect(after.version).toBe(before.version + 1);
  });

  test('is fed to accounts as a booked entry with the balance after it', async () => {
    const request = payment({ remittanceInformationUnstructured: 'Najam', endToEndIdentification: 'E2E-2' });
    await settled(request);
    const reference = `${request.paymentId}-D`;
    const entries = () => sent.transactions.flatMap(({ transactions }) => transactions);
    await until(() => entries().some(({ bankReference }) => bankReference === reference));
    const account = await accountOf(PRIVATE);
    const entry = entries().find(({ bankReference }) => bankReference === reference);
    expect(entry).toMatchObject({
      bookingStatus: 'booked',
      transactionAmount: { currency: 'EUR', amount: '-12.34' },
      creditorName: 'Primatelj',
      creditorAccount: { iban: ELSEWHERE },
      endToEndId: 'E2E-2',
      remittanceInformationUnstructured: 'Najam',
      bankTransactionCode: 'PMNT-ICDT-ESCT',
      balanceAfterTransaction: { balanceType: 'interimBooked' },
    });
    await until(() =>
      sent.balances.some(({ bankAccountId, version }) => bankAccountId === account._id && version === account.version),
    );
  });

  test('is credited to the account of another customer of this bank', async () => {
    const before = await accountOf(SAVINGS);
    await settled(payment({ creditorAccount: { iban: SAVINGS } }));
    await settled(payment({ creditorAccount: { iban: SAVINGS, currency: 'EUR' } }));
    expect((await accountOf(SAVINGS)).balance).toBe(before.balance + 2_468n);
  });

  test('to another bank goes to clearing', async () => {
    const before = await at.context.ledgerAccounts.findOne({ _id: 'clearing-EUR' });
    await settled(payment());
    const after = await at.context.ledgerAccounts.findOne({ _id: 'clearing-EUR' });
    expect((after?.balance ?? 0n) - (before?.balance ?? 0n)).toBe(1_234n);
  });

  test('submitted twice is booked once', async () => {
    const before = await accountOf(PRIVATE);
    const request = payment();
    await Promise.all([settled(request), settled(request), at.bus.ask(submitPayment, request)]);
    await at.bus.ask(submitPayment, request);
    await at.context.background.settled();
    expect((await accountOf(PRIVATE)).balance).toBe(before.balance - 1_234n);
    expect(await at.context.postings.countDocuments({ paymentId: request.paymentId })).toBe(1);
  });

  test('that was interrupted between acceptance and execution is resumed', async () => {
    const before = await accountOf(PRIVATE);
    const request = payment();
    await acceptOrder(at.context, request);
    await resumeOrders(at.context, 0);
    expect((await accountOf(PRIVATE)).balance).toBe(before.balance - 1_234n);
    expect(await at.context.orders.findOne({ _id: request.paymentId })).toMatchObject({
      status: 'executed',
      outbox: [],
    });
  });

  test('that several replicas resume at once is still booked once', async () => {
    const before = await accountOf(PRIVATE);
    const order = await acceptOrder(at.context, payment());
    if (order === null) throw new Error('the order was there before');
    await Promise.all([executeOrder(at.context, order), executeOrder(at.context, order), resumeOrders(at.context, 0)]);
    await executeOrder(at.context, order);
    expect((await accountOf(PRIVATE)).balance).toBe(before.balance - 1_234n);
  });
});

describe('a payment that cannot be executed is rejected with its ISO 20022 reason and moves nothing', () => {
  test.each([
    [
      'AM04',
      'insufficient funds',
      payment(
        { debtorAccount: { iban: EMPTY }, instructedAmount: { currency: 'EUR', amount: '3.51' } },
        { psuId: 'psu-empty' },
      ),
    ],
    ['AC01', 'unknown debtor account', payment({ debtorAccount: { iban: 'HR1723600001101234565' } })],
    [
      'AC06',
      'blocked debtor account',
      payment({ debtorAccount: { iban: 'HR1499900059900000012' } }, { psuId: 'psu-blocked' }),
    ],
    [
      'AG01',
      'account of somebody else',
      payment({ debtorAccount: { iban: EMPTY }, instructedAmount: { currency: 'EUR', amount: '1.00' } }),
    ],
    ['AG01', 'debtor and creditor are one account', payment({ creditorAccount: { iban: PRIVATE } })],
    [
      'AM03',
      'currency that the account is not held in',
      payment({ instructedAmount: { currency: 'USD', amount: '1.00' } }),
    ],
    [
      'AM03',
      'creditor account of this bank that is not held in the currency named with it',
      payment({ creditorAccount: { iban: SAVINGS, currency: 'USD' } }),
    ],
    [
      'AM03',
      'creditor account in another currency than the amount, held in both',
      payment({ creditorAccount: { iban: MULTI, currency: 'USD' } }),
    ],
  ])('%s: %s', async (reasonCode, _, request) => {
    const before = await at.context.ledgerAccounts.find().sort({ _id: 1 }).toArray();
    const reports = await settled(request);
    expect(reports).toEqual([
      { paymentId: request.paymentId, transactionStatus: 'ACSP' },
      { paymentId: request.paymentId, transactionStatus: 'RJCT', reasonCode },
    ]);
    expect(await at.context.ledgerAccounts.find().sort({ _id: 1 }).toArray()).toEqual(before);
    expect(await at.context.postings.countDocuments({ paymentId: request.paymentId })).toBe(0);
  });
});

describe('funds are checked to the cent', () => {
  test('an account without overdraft can be emptied, but not by a cent more', async () => {
    const all = payment(
      { debtorAccount: { iban: EMPTY }, instructedAmount: { currency: 'EUR', amount: '3.50' } },
      { psuId: 'psu-empty' },
    );
    expect((await settled(all)).at(-1)).toMatchObject({ transactionStatus: 'ACSC' });
    const cent = payment(
      { debtorAccount: { iban: EMPTY }, instructedAmount: { currency: 'EUR', amount: '0.01' } },
      { psuId: 'psu-empty' },
    );
    expect((await settled(cent)).at(-1)).toMatchObject({ transactionStatus: 'RJCT', reasonCode: 'AM04' });
  });

  test('an agreed overdraft can be used up, but not by a cent more', async () => {
    const { available } = await accountOf(PRIVATE);
    const euros = (cents: bigint) => ({
      currency: 'EUR',
      amount: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`,
    });
    const tooMuch = await settled(payment({ instructedAmount: euros(available + 1n) }));
    expect(tooMuch.at(-1)).toMatchObject({ transactionStatus: 'RJCT', reasonCode: 'AM04' });
    const all = await settled(payment({ instructedAmount: euros(available) }));
    expect(all.at(-1)).toMatchObject({ transactionStatus: 'ACSC' });
    expect((await accountOf(PRIVATE)).balance).toBe(-50_000n);
  });

  test('the ledger sums to zero in each currency after all of these payments', async () => {
    expect(await sumOfLedger(at.context)).toEqual({ EUR: 0n, USD: 0n, CHF: 0n });
  });
});
