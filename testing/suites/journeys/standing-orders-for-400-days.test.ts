import type { TppAnswer } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { type PaymentServices, startPaymentServices } from '@xs2a/test-system/start/payment-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAYS = 400;
const DAY_MS = 86_400_000;
const START = '2027-02-08';
/** TARGET closing days within those 400 that are no weekend: Good Friday and Easter Monday. */
const CLOSED = ['2027-03-26', '2027-03-29'];

const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const END = plus(START, DAYS - 1);
const ALL_DAYS = Array.from({ length: DAYS }, (_, index) => plus(START, index));

const isOpen = (day: string): boolean => ![0, 6].includes(new Date(day).getUTCDay()) && !CLOSED.includes(day);
const isLastOfMonth = (day: string): boolean => plus(day, 1).endsWith('-01');

/** Returns the execution day of an occurrence, computed independently of the product's own calendar. */
function executionDayOf(day: string, step: 1 | -1): string {
  return isOpen(day) ? day : executionDayOf(plus(day, step), step);
}

/** Standing orders: start and frequency, due days, and the direction in which non-business days are moved. */
const SERIES = [
  ['every day', { frequency: 'Daily' }, () => true, 1],
  ['every week, moved back', { frequency: 'Weekly', executionRule: 'preceding' }, isSameWeekday, -1],
  ['the last day of each month', { frequency: 'Monthly', dayOfExecution: '31' }, isLastOfMonth, 1],
  [
    'the 15th of March and September',
    { frequency: 'MonthlyVariable', dayOfExecution: '15', monthsOfExecution: ['3', '09'] },
    (day: string) => /-(03|09)-15$/.test(day),
    1,
  ],
] as const;

function isSameWeekday(day: string): boolean {
  return new Date(day).getUTCDay() === new Date(START).getUTCDay();
}

interface Execution {
  _id: string;
  paymentId: string;
  occurrenceDate: string;
  transactionStatus: string;
  history: { at: Date }[];
}

let home: PaymentServices;
const orders: TppAnswer[] = [];
let executions: Execution[];

beforeAll(async () => {
  home = await startPaymentServices();
  for (const [, change] of SERIES) {
    const created = await home.standingOrder({
      startDate: START,
      endDate: END,
      dayOfExecution: undefined,
      ...change,
      instructedAmount: { currency: 'EUR', amount: '0.01' },
    });
    await home.approve(created);
    orders.push(created);
  }
  const jobs = home.services.running.payments.kit.jobs;
  // Some days more, for due dates on the last day that are moved.
  for (let index = -7; index < DAYS + 7; index++) {
    const today = plus(START, index);
    home.services.clock.moveTo(`${today}T08:00:00Z`);
    // The job's own run may be processing one: the day is over when none is due any more.
    await eventually(
      async () => {
        await jobs.runNow('executeDuePayments');
        return home.services
          .database('payments')
          .collection('payments')
          .countDocuments({ nextOccurrence: { $exists: true }, executeOn: { $lte: today } });
      },
      (due) => due === 0,
    );
  }
  executions = await eventually(
    () => home.services.database('payments').collection<Execution>('executions').find().toArray(),
    (made) => made.every(({ transactionStatus }) => transactionStatus === 'ACSC'),
    30_000,
  );
}, 240_000);
afterAll(() => home[Symbol.asyncDispose]());

const idOf = (index: number): unknown => orders[index]?.body['paymentId'];

describe('standing orders over 400 days are executed once on each of their days (decision 24)', () => {
  it.each(SERIES.map((series, index) => [series[0], index] as const))('%s', async (_, index) => {
    const [, , isDue, step] = SERIES[index] ?? SERIES[0];
    const expected = ALL_DAYS.filter(isDue).map((day) => `${day} on ${executionDayOf(day, step)}`);
    const made = executions
      .filter(({ paymentId }) => paymentId === idOf(index))
      .map(({ occurrenceDate, history }) => `${occurrenceDate} on ${history[0]?.at.toISOString().slice(0, 10)}`);
    expect(made.toSorted()).toEqual(expected);
    const order = orders[index] as TppAnswer;
    const status = async (): Promise<unknown> => (await home.tpp.follow(order, 'status')).body['transactionStatus'];
    expect(await eventually(status, (seen) => seen === 'ACSC')).toBe('ACSC');
  });

  it('and the bank has booked each occurrence once', async () => {
    const ids = executions.map(({ _id }) => _id);
    const booked = await home.services
      .database('bank')
      .collection('postings')
      .find({ paymentId: { $in: ids } })
      .toArray();
    expect(booked.map(({ paymentId }) => String(paymentId)).toSorted()).toEqual(ids.toSorted());
  });
});
