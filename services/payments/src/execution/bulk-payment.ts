import { bankDay } from '@xs2a/service-kit';
import { AWAITING_EXECUTION, PAYMENTS } from '../model/payment.ts';
import { bulkExecutionDay } from '../orders/bulk-order.ts';
import { authorisationEvents } from './authorisation-events.ts';
import { bulkSubmission } from './bank-messages.ts';
import type { Executor } from './executor.ts';

/** Bulk payments: the message is submitted once, as it was posted. The bank checks the funds during the execution. */
export const BULK_PAYMENTS: Executor<'bulk-payments'> = {
  async authorise({ profile }, payment, order, { at }) {
    const receivedAt = payment.history[0]?.at ?? at;
    const { executeOn, changed } = bulkExecutionDay(profile, order, { at, receivedAt });
    const isDue = executeOn <= bankDay(at, profile);
    return {
      events: authorisationEvents(profile, { changed }),
      set: { executeOn, ...(isDue && { submitted: true }) },
      outbox: isDue ? [bulkSubmission(payment, at)] : [],
    };
  },

  async execute({ payments, outbox, now }, payment) {
    const submitted = await payments.findOneAndUpdate(
      { _id: payment._id, submitted: false, transactionStatus: { $in: [...AWAITING_EXECUTION] } },
      { $set: { submitted: true }, $push: { outbox: bulkSubmission(payment, now()) } },
      { returnDocument: 'after' },
    );
    if (submitted !== null) await outbox.deliver(PAYMENTS, submitted);
  },

  whenCancelled: () => [],
};
