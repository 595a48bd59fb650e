import { type AspspProfile, PROFILE_PRESETS, type TransactionStatus } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { type DueTransfer, planExecution } from './execution-plan.ts';

const BANK: AspspProfile = {
  ...PROFILE_PRESETS['hr-full'],
  withoutFunds: 'wait',
  transactionStatusStyle: 'profile',
  limits: { ...PROFILE_PRESETS['hr-full'].limits, fundsWaitDays: 2 },
};
/** Eleven o'clock in Zagreb. */
const AT = new Date('2027-02-01T10:00:00Z');
const TODAY = '2027-02-01';
const DUE: DueTransfer = { product: 'sepa-credit-transfers', requested: TODAY, transactionStatus: 'ACCP' };

const REJECTED = {
  verdict: 'reject',
  events: ['rejected'],
  set: { fundsAvailable: false, fundsMissingSince: TODAY, reasonCode: 'AM04' },
};
const UNKNOWN = { verdict: 'submit', events: [], set: { submitted: true } };

describe('a due transfer is submitted', () => {
  it('if the account has the funds', () => {
    const plan = planExecution(BANK, DUE, true, AT);
    expect(plan).toEqual({ verdict: 'submit', events: [], set: { fundsAvailable: true, submitted: true } });
  });

  it.each([undefined, 'unanswered'] as const)('without a result of a funds check (%s); none is stored', (funds) => {
    const style = { ...BANK, transactionStatusStyle: 'funds' } as const;
    expect(planExecution(style, DUE, funds, AT)).toEqual(UNKNOWN);
  });

  it('if it waited for funds, and the bank then names another reason or does not answer until the wait is over', () => {
    expect(planExecution(BANK, { ...DUE, fundsMissingSince: TODAY }, undefined, AT)).toEqual(UNKNOWN);
    expect(planExecution(BANK, { ...DUE, fundsMissingSince: '2027-01-29' }, 'unanswered', AT)).toEqual(UNKNOWN);
  });

  it.each([
    ['ACCP', ['fundsChecked']],
    // A moved execution day (ACWC) and an execution of a standing order (ACTC) have no status for a funds check.
    ['ACWC', []],
    ['ACTC', []],
  ] as const)('from %s with ACFC where the bank reports funds checks and the status allows it', (status, events) => {
    const style = { ...BANK, transactionStatusStyle: 'funds' } as const;
    expect(planExecution(style, { ...DUE, transactionStatus: status }, true, AT).events).toEqual(events);
  });
});

describe('without funds a transfer', () => {
  it('waits, and is checked again after five minutes', () => {
    expect(planExecution(BANK, DUE, false, AT)).toEqual({
      verdict: 'wait',
      events: [],
      set: { fundsAvailable: false, fundsMissingSince: TODAY, checkFundsAt: new Date('2027-02-01T10:05:00Z') },
    });
  });

  it.each([
    ['the first day', TODAY, 'wait'],
    ['the last day', '2027-01-30', 'wait'],
    ['one day longer', '2027-01-29', 'reject'],
  ])('waits as many days as the profile says: %s', (_, fundsMissingSince, verdict) => {
    const plan = planExecution(BANK, { ...DUE, fundsMissingSince }, false, AT);
    expect(plan).toMatchObject({ verdict, set: { fundsMissingSince } });
  });

  it('keeps waiting for the same time if the bank is unavailable at the next check', () => {
    const fundsMissingSince = '2027-01-30';
    expect(planExecution(BANK, { ...DUE, fundsMissingSince }, 'unanswered', AT)).toEqual({
      verdict: 'wait',
      events: [],
      set: { fundsAvailable: false, fundsMissingSince, checkFundsAt: new Date('2027-02-01T10:05:00Z') },
    });
  });

  it('counts days in the time zone of the bank', () => {
    const beforeMidnight = new Date('2027-02-01T22:59:00Z');
    const afterMidnight = new Date('2027-02-01T23:00:00Z');
    const since = { ...DUE, fundsMissingSince: '2027-01-30' };
    expect(planExecution(BANK, since, false, beforeMidnight).verdict).toBe('wait');
    expect(planExecution(BANK, since, false, afterMidnight).verdict).toBe('reject');
  });

  it('is rejected with AM04 if the TPP prefers that', () => {
    expect(planExecution(BANK, { ...DUE, rejectedWithoutFunds: true }, false, AT)).toEqual(REJECTED);
    expect(planExecution(BANK, { ...DUE, rejectedWithoutFunds: false }, false, AT).verdict).toBe('wait');
  });

  it('is rejected if the bank lets no payment wait', () => {
    expect(planExecution({ ...BANK, withoutFunds: 'reject' }, DUE, false, AT)).toEqual(REJECTED);
  });

  it('is rejected if its product is instant', () => {
    const instant: DueTransfer = { ...DUE, product: 'instant-domestic-credit-transfers-hr' };
    expect(planExecution(BANK, instant, false, AT)).toEqual(REJECTED);
  });

  it.each([
    ['over a weekend', DUE, '2027-01-30T10:00:00Z', '2027-01-31T23:00:00Z'],
    ['from the cut-off on', { ...DUE, product: 'target-2-payments' }, '2027-01-29T15:30:00Z', '2027-01-31T23:00:00Z'],
    [
      'over a weekend where its product is not booked at once, without a day too',
      { ...DUE, product: 'target-2-payments', requested: undefined },
      '2027-01-30T10:00:00Z',
      '2027-01-31T23:00:00Z',
    ],
  ] as const)('that waited is not submitted %s, but on the next day of its product', (_, due, at, checkFundsAt) => {
    const fundsMissingSince = '2027-01-29';
    const waiting = { ...due, fundsMissingSince };
    expect(planExecution(BANK, waiting, true, new Date(at))).toEqual({
      verdict: 'wait',
      events: [],
      set: { fundsAvailable: true, fundsMissingSince, checkFundsAt: new Date(checkFundsAt) },
    });
    const submitted = { verdict: 'submit', set: { fundsAvailable: true, submitted: true } };
    expect(planExecution(BANK, waiting, true, new Date(checkFundsAt))).toMatchObject(submitted);
  });

  it('that waited is not submitted on a weekend either if the bank is unavailable until the wait is over', () => {
    const sunday = new Date('2027-01-31T10:00:00Z');
    expect(planExecution(BANK, { ...DUE, fundsMissingSince: '2027-01-28' }, 'unanswered', sunday)).toMatchObject({
      verdict: 'wait',
      set: { fundsAvailable: false, checkFundsAt: new Date('2027-01-31T23:00:00Z') },
    });
  });

  it('that waited is submitted on a weekend if its product is booked at any hour and no day was requested', () => {
    const undated = { ...DUE, requested: undefined, fundsMissingSince: '2027-01-29' };
    expect(planExecution(BANK, undated, true, new Date('2027-01-30T10:00:00Z')).verdict).toBe('submit');
  });

  it.each<TransactionStatus>(['ACTC', 'ACWC', 'ACCP'])('keeps its status %s while it waits', (transactionStatus) => {
    expect(planExecution(BANK, { ...DUE, transactionStatus }, false, AT).events).toEqual([]);
  });
});
