import { hasValidIbanCheckDigits, mod1110CheckDigit } from '@xs2a/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber, dayText } from '../../model/bank-day.ts';
import { SANDBOX_ACCOUNTS } from '../data/accounts.ts';
import { STANDING_ORDERS } from '../data/standing-orders.ts';
import { openingLedger } from '../seeding/opening-ledger.ts';
import { generateHistory } from './generate-history.ts';

const anyDay = fc.integer({ min: dayNumber('2026-01-01'), max: dayNumber('2031-12-31') }).map(dayText);
const DAY = '2026-11-21';

describe('the history of the sandbox', () => {
  test('ends at the opening balance of every account to the cent and never passes a limit, on any day', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { openings, postings } = generateHistory(day);
        const balances = new Map(openings);
        const limits = new Map(SANDBOX_ACCOUNTS.map(({ id, creditLimit }) => [id, -creditLimit]));
        for (const [id, opening] of openings) expect(opening).toBeGreaterThanOrEqual(limits.get(id) ?? 0n);
        for (const { accountId, amount } of postings.flatMap(({ legs }) => legs)) {
          const balance = balances.get(accountId);
          if (balance === undefined) continue;
          balances.set(accountId, balance + amount);
          expect(balance + amount).toBeGreaterThanOrEqual(limits.get(accountId) ?? 0n);
        }
        expect(balances).toEqual(new Map(SANDBOX_ACCOUNTS.map(({ id, openingBalance }) => [id, openingBalance])));
      }),
      { numRuns: 12 },
    );
  });

  test('is the same for the same day, and differs between days', () => {
    expect(openingLedger(DAY)).toEqual(openingLedger(DAY));
    expect(openingLedger(DAY)).not.toEqual(openingLedger('2026-11-22'));
  });

  test('has two legs that cancel in every posting, none of them zero, and purchases are debits only', () => {
    for (const { legs } of generateHistory(DAY).postings) {
      expect(legs[0].amount + legs[1].amount).toBe(0n);
      expect(legs[0].amount).not.toBe(0n);
      if (legs[0].details?.bankTransactionCode?.startsWith('PMNT-CCRD')) expect(legs[0].amount).toBeLessThan(0n);
    }
  });

  test('covers 400 days, ends yesterday, and has about 900 entries for each current account', () => {
    const { entries } = openingLedger(DAY);
    const booked = entries.filter(({ bookingStatus }) => bookingStatus === 'booked');
    const dates = booked.map(({ bookingDate }) => bookingDate ?? '').toSorted();
    expect(dates[0]).toBe(dayText(dayNumber(DAY) - 400));
    expect(dates.at(-1)).toBe('2026-11-20');
    for (const account of ['A1101', 'A1201', 'A1301', 'A1401', 'A1501', 'A1901']) {
      const count = booked.filter(({ ledgerAccountId }) => ledgerAccountId.startsWith(account)).length;
      expect(count, account).toBeGreaterThan(800);
      expect(count, account).toBeLessThan(1_000);
    }
  });

  test('the entries of an account are numbered without a gap and each balance follows from the one before', () => {
    const { entries, accounts } = openingLedger(DAY);
    for (const { _id, balance, sequence } of accounts.filter(({ customer }) => customer !== undefined)) {
      const own = entries.filter(({ ledgerAccountId }) => ledgerAccountId === _id);
      expect(own.map((entry) => entry.sequence)).toEqual(Array.from({ length: sequence }, (_, index) => index + 1));
      const booked = own.filter(({ bookingStatus }) => bookingStatus === 'booked');
      booked.slice(1).forEach((entry, index) => {
        expect(entry.balanceAfter).toBe((booked[index]?.balanceAfter ?? 0n) + entry.amount);
        expect((entry.bookingDate ?? '') >= (booked[index]?.bookingDate ?? '')).toBe(true);
      });
      expect(booked.at(-1)?.balanceAfter ?? 0n).toBe(balance);
    }
  });

  test('every current account and the card have pending entries, savings have none', () => {
    const { entries } = openingLedger(DAY);
    for (const { id, cashAccountType } of SANDBOX_ACCOUNTS) {
      const pending = entries.filter((entry) => entry.ledgerAccountId === id && entry.bookingStatus === 'pending');
      expect(pending.length > 0, id).toBe(cashAccountType !== 'SVGS');
      for (const entry of pending) expect(entry.bookingDate).toBeUndefined();
    }
  });

  test('every current account has three standing orders, and the history shows them executed', () => {
    const { entries } = openingLedger(DAY);
    for (const { accountId, amount, creditor } of STANDING_ORDERS) {
      expect(STANDING_ORDERS.filter((order) => order.accountId === accountId)).toHaveLength(3);
      const executed = entries.filter(
        (entry) =>
          entry.ledgerAccountId === accountId &&
          entry.amount === -amount &&
          entry.details.creditorName === creditor.name,
      );
      expect(executed.length).toBeGreaterThanOrEqual(12);
    }
  });
});

describe('the IBANs of the sandbox', () => {
  test('are valid, with the check digits of Croatian bank codes and account numbers', () => {
    const ledger = openingLedger(DAY);
    const named = ledger.entries.flatMap(({ details }) => [details.creditorAccount?.iban, details.debtorAccount?.iban]);
    const own = SANDBOX_ACCOUNTS.map(({ reference }) => reference.iban);
    for (const iban of new Set([...named, ...own].filter((each) => each !== undefined))) {
      expect(hasValidIbanCheckDigits(iban), iban).toBe(true);
      expect(iban).toMatch(/^HR[0-9]{19}$/);
    }
    for (const iban of new Set(named.filter((each) => each !== undefined && !own.includes(each)))) {
      expect(mod1110CheckDigit(iban?.slice(4, 10) ?? ''), iban).toBe(iban?.[10]);
      expect(mod1110CheckDigit(iban?.slice(11, 20) ?? ''), iban).toBe(iban?.[20]);
    }
  });

  test('the check digit of MOD 11,10 detects a changed digit', () => {
    // 1001005-1863000160 are the bank code and account number of a valid sample.
    expect(mod1110CheckDigit('100100')).toBe('5');
    expect(mod1110CheckDigit('186300016')).toBe('0');
    expect(mod1110CheckDigit('186300017')).not.toBe('0');
  });
});
