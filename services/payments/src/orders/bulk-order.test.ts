import { type AspspProfile, PROFILE_PRESETS } from '@xs2a/contracts';
import { describe, expect, it } from 'vitest';
import { BULK_ORDERS, bulkExecutionDay } from './bulk-order.ts';

const paymentProduct = 'sepa-credit-transfers' as const;
const PROFILE: AspspProfile = {
  ...PROFILE_PRESETS['berlin-group'],
  nonBankingDay: 'reject',
  executionTimes: { [paymentProduct]: { bankingDays: 'target', cutOff: '16:30', bookedAtOnce: false } },
};
const orderFor = (...days: string[]) => ({ paymentService: 'bulk-payments', paymentProduct, bulk: { days } }) as never;

describe('if impossible days are refused', () => {
  /** A Saturday. */
  const SATURDAY = new Date('2027-02-06T10:00:00Z');

  it('a bulk payment for today, or without a date, is accepted on every day', () => {
    expect(() => BULK_ORDERS.refuse(PROFILE, orderFor('2027-02-06', '2027-02-08'), SATURDAY)).not.toThrow();
  });

  it.each(['2027-02-05', '2027-02-07'])('one of %s is refused on a Saturday', (day) => {
    expect(() => BULK_ORDERS.refuse(PROFILE, orderFor('2027-02-06', day), SATURDAY)).toThrow(
      expect.objectContaining({ situation: 'executionDateInvalid' }),
    );
  });
});

describe('the day of a bulk payment that is approved after the cut-off of that day', () => {
  /** A Wednesday, 17:00 in Zagreb. */
  const at = new Date('2026-11-25T16:00:00Z');
  const day = (receivedAt: string) =>
    bulkExecutionDay(PROFILE, orderFor('2026-11-25'), { at, receivedAt: new Date(receivedAt) });

  it('has changed if it was requested beforehand (ACWC), as for a single payment', () => {
    expect(day('2026-11-24T22:59:00Z')).toEqual({ executeOn: '2026-11-26', changed: true });
  });

  it('has not changed if the bulk payment arrived on that day, for execution as soon as possible', () => {
    expect(day('2026-11-24T23:00:00Z')).toEqual({ executeOn: '2026-11-26', changed: false });
  });
});
