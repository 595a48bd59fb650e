import { type AspspProfile, type PaymentContent, type PeriodicPayment, Xs2aError } from '@xs2a/contracts';
import { addDays, bankDay } from '@xs2a/service-kit';
import { refuseUnfitForProduct } from './check-product.ts';
import { AFTER_AUTHORISATION } from './checked-events.ts';
import { executeOccurrences } from './execute-occurrences.ts';
import { isByMonth, nextOccurrence } from './occurrences.ts';
import type { OrderKind, Schedule } from './order-kinds.ts';
import { transferContent } from './payment-content.ts';
import { type StandingOrder, seriesOf, standingOrderNews } from './standing-order.ts';

/** Standing orders (field guide 3.4 and 8.4). */
export const PERIODIC_PAYMENTS: OrderKind<'periodic-payments'> = {
  refuse(profile, order, at) {
    refuseUnfitForProduct(order.paymentProduct, order.body, profile);
    refuseImpossiblePeriod(profile, order.body, at);
    refuseUnfitDays(order.body);
    if (nextOccurrence(seriesOf(profile, order)) === undefined) {
      throw new Xs2aError('periodInvalid', { path: 'endDate', text: 'leaves no day for an execution' });
    }
  },

  schedule: firstExecution,

  contentOf({ paymentService, paymentProduct, body }): PaymentContent {
    const { startDate, endDate, frequency, dayOfExecution, monthsOfExecution, executionRule } = body;
    return {
      kind: 'periodicPayment',
      paymentService,
      paymentProduct,
      ...transferContent(body),
      startDate,
      frequency,
      ...(endDate !== undefined && { endDate }),
      ...(dayOfExecution !== undefined && { dayOfExecution }),
      ...(monthsOfExecution !== undefined && { monthsOfExecution }),
      ...(executionRule !== undefined && { executionRule }),
    };
  },

  debtorAccountsOf: ({ body }) => [body.debtorAccount],

  async begin({ profile }, payment, order, at) {
    // Funds are looked at when an execution is due, not when the series is set up.
    return {
      events: AFTER_AUTHORISATION[profile.transactionStatusStyle],
      set: firstExecution(profile, order),
      outbox: [standingOrderNews(payment, order, { active: true, at })],
    };
  },

  execute: executeOccurrences,

  whenEnded: (payment, order, at) => [standingOrderNews(payment, order, { active: false, at })],
};

function firstExecution(profile: AspspProfile, order: StandingOrder): Schedule {
  const first = nextOccurrence(seriesOf(profile, order));
  // A series without an execution was refused.
  if (first === undefined) throw new Xs2aError('periodInvalid', { path: 'endDate' });
  return { executeOn: first.executeOn, nextOccurrence: first.date };
}

function refuseImpossiblePeriod(profile: AspspProfile, { startDate, endDate }: PeriodicPayment, at: Date): void {
  const { standingOrderLeadDays, executionHorizonDays } = profile.limits;
  const today = bankDay(at, profile);
  const earliest = addDays(today, standingOrderLeadDays);
  const latest = addDays(today, executionHorizonDays);
  if (startDate < earliest || startDate > latest) {
    const text = `must be from ${earliest} to ${latest}`;
    throw new Xs2aError('executionDateInvalid', { path: 'startDate', text });
  }
  if (endDate !== undefined && endDate < startDate) {
    throw new Xs2aError('periodInvalid', { path: 'endDate', text: 'must not be before startDate' });
  }
}

function refuseUnfitDays({ frequency, dayOfExecution, monthsOfExecution }: PeriodicPayment): void {
  const refuse = (path: string, text: string): never => {
    throw new Xs2aError('fieldInvalid', { path, text });
  };
  if (dayOfExecution !== undefined && !isByMonth(frequency)) {
    refuse('dayOfExecution', `is not used with ${frequency}, which counts from startDate`);
  }
  if ((frequency === 'MonthlyVariable') !== (monthsOfExecution !== undefined)) {
    refuse('monthsOfExecution', 'is needed with MonthlyVariable, and used with nothing else');
  }
  if (new Set(monthsOfExecution?.map(Number)).size !== (monthsOfExecution?.length ?? 0)) {
    refuse('monthsOfExecution', 'must not name a month twice');
  }
}
