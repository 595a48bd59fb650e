import { firstOccurrence } from '../orders/standing-order.ts';
import { authorisationEvents } from './authorisation-events.ts';
import { standingOrderEntry } from './bank-messages.ts';
import { executeOccurrences } from './execute-occurrences.ts';
import type { Executor } from './executor.ts';

/** Standing orders. Funds are checked when an execution is due, not when the standing order is authorised. */
export const STANDING_ORDERS: Executor<'periodic-payments'> = {
  async authorise({ profile }, payment, order, at) {
    return {
      events: authorisationEvents(profile, { changed: false }),
      set: firstOccurrence(profile, order),
      outbox: [standingOrderEntry(payment, order, { active: true, at })],
    };
  },

  execute: executeOccurrences,

  whenCancelled: (payment, order, at) => [standingOrderEntry(payment, order, { active: false, at })],
};
