import {
  type AspspProfile,
  PAYMENT_PRODUCTS,
  type PaymentContent,
  type PaymentProduct,
  refuseTogether,
  type StandingOrderTerms,
  Xs2aError,
} from '@xs2a/contracts';
import { addDays, bankDay } from '@xs2a/service-kit';
import { namingElements, readPeriodicMessage } from '../bulk/single-message.ts';
import { isByMonth, nextOccurrence } from '../calendar/occurrences.ts';
import { refuseUnfitFields, refuseUnfitForProduct } from '../products/check-product.ts';
import { occurrenceSeries, type StandingOrder } from './occurrence-series.ts';
import type { OrderRules, Schedule } from './order-rules.ts';
import { transferContent } from './transfer-content.ts';
import { transliterateForProduct } from './transliterate-for-product.ts';

/** Standing orders (decision 24). */
export const STANDING_ORDERS: OrderRules<'periodic-payments'> = {
  async parse(context, { paymentService, paymentProduct, body, xml, terms }) {
    if (body !== undefined) {
      const { transliterated, ...inSet } = await transliterateForProduct(context.profile, paymentProduct, body);
      return { order: { paymentService, paymentProduct, ...inSet }, ...(transliterated && { transliterated }) };
    }
    if (xml === undefined || terms === undefined) throw new Xs2aError('bodyInvalid');
    const { profile, now } = context;
    const { body: read, ...besides } = await readPeriodicMessage(context, {
      product: paymentProduct,
      xml,
      terms,
      check: (transfer) =>
        refuseTogether(
          () => refuseUnfitFields(paymentProduct, transfer, profile),
          () => refuseImpossiblePeriod(profile, terms, now()),
          () => refuseUnfitDays(terms),
          () => refuseUnfitTimes(paymentProduct, terms),
        ),
    });
    return { order: { paymentService, paymentProduct, body: read }, ...besides };
  },

  refuse(profile, order, at) {
    const checkProduct = (): void => refuseUnfitForProduct(order.paymentProduct, order.body, profile);
    const isXml = PAYMENT_PRODUCTS[order.paymentProduct].format === 'xml';
    refuseTogether(
      () => (isXml ? namingElements(checkProduct) : checkProduct()),
      () => refuseImpossiblePeriod(profile, order.body, at),
      () => refuseUnfitDays(order.body),
      () => refuseUnfitTimes(order.paymentProduct, order.body),
    );
    firstOccurrence(profile, order);
  },

  schedule: firstOccurrence,

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
};

/** Returns the first occurrence of a standing order. Refuses an order without any. */
export function firstOccurrence(profile: AspspProfile, order: StandingOrder): Schedule {
  const first = nextOccurrence(occurrenceSeries(profile, order));
  if (first === undefined) {
    throw new Xs2aError('periodInvalid', {
      path: 'endDate',
      text: 'leaves no day for an execution: it must be later, or left out',
    });
  }
  return { executeOn: first.executeOn, nextOccurrence: first.date };
}

function refuseImpossiblePeriod(
  profile: AspspProfile,
  { startDate, startDateTime, endDate, endDateTime }: StandingOrderTerms,
  at: Date,
): void {
  const { standingOrderLeadDays, executionHorizonDays } = profile.limits;
  const today = bankDay(at, profile);
  const earliest = addDays(today, standingOrderLeadDays);
  const latest = addDays(today, executionHorizonDays);
  if (startDate < earliest || startDate > latest) {
    const text = `must be from ${earliest} to ${latest}`;
    throw new Xs2aError('executionDateInvalid', { path: startDateTime ? 'startDateTime' : 'startDate', text });
  }
  if (endDate !== undefined && endDate < startDate) {
    const path = endDateTime ? 'endDateTime' : 'endDate';
    throw new Xs2aError('periodInvalid', { path, text: `must not be before startDate, ${startDate}` });
  }
}

function refuseUnfitDays({ frequency, dayOfExecution, monthsOfExecution }: StandingOrderTerms): void {
  const refuse = (path: string, text: string): never => {
    throw new Xs2aError('fieldInvalid', { path, text });
  };
  // The gateway drops the field with a warning to the TPP, so a stored order never has it.
  if (dayOfExecution !== undefined && !isByMonth(frequency)) {
    refuse('dayOfExecution', `is not used with ${frequency}, which counts from startDate`);
  }
  if (frequency === 'MonthlyVariable' && monthsOfExecution === undefined) {
    refuse('monthsOfExecution', 'is needed with MonthlyVariable: a list of months, "1" to "12"');
  }
  if (frequency !== 'MonthlyVariable' && monthsOfExecution !== undefined) {
    refuse('monthsOfExecution', `is not used with ${frequency}, only with MonthlyVariable`);
  }
  if (new Set(monthsOfExecution?.map(Number)).size !== (monthsOfExecution?.length ?? 0)) {
    refuse('monthsOfExecution', 'must not name a month twice');
  }
}

/** Only instant payments are executed at a time of the day (framework 1.3.16). */
function refuseUnfitTimes(product: PaymentProduct, terms: StandingOrderTerms): void {
  if (PAYMENT_PRODUCTS[product].instant) return;
  for (const path of ['startDateTime', 'endDateTime'] as const) {
    if (terms[path] === undefined) continue;
    const text = `is used by instant products alone: send ${path.replace('Time', '')} for ${product}`;
    throw new Xs2aError('fieldInvalid', { path, text });
  }
}
