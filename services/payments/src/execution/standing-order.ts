import { bankDay } from '@xs2a/service-kit';
import { executionDay } from '../calendar/execution-day.ts';
import { firstOccurrence } from '../orders/standing-order.ts';
import { authorisationEvents } from './authorisation-events.ts';
import { standingOrderEntry } from './bank-messages.ts';
import { executeOccurrences } from './execute-occurrences.ts';
import type { Executor } from './executor.ts';

/** Standing orders. Funds are checked when an execution is due, not when the standing order is authorised. */
export const STANDING_ORDERS: Executor<'periodic-payments'> = {
  async authorise({ profile }, payment, order, { at }) {
    const first = firstOccurrence(profile, order);
    // If its first day has passed meanwhile, it is executed like a payment whose day has passed: on a banking day.
    const due = { product: order.paymentProduct, requested: first.executeOn, at };
    const hasPassed = first.executeOn < bankDay(at, profile);
    return {
      events: authorisationEvents(profile, { changed: false }),
      set: { ...first, ...(hasPassed && { executeOn: executionDay(profile, due).executeOn }) },
      outbox: [standingOrderEntry(payment, order, { active: true, at })],
    };
  },

  execute: executeOccurrences,

  whenCancelled: (payment, order, at) => [standingOrderEntry(payment, order, { active: false, at })],
};
