import type { AspspProfile, PaymentContent } from '@xs2a/contracts';
import { blockPath } from '@xs2a/iso20022';
import { bankDay } from '@xs2a/service-kit';
import { parseMessage } from '../bulk/parse-message.ts';
import { storeMessage } from '../bulk/store-message.ts';
import { type ExecutionDay, executionDay, refuseImpossibleDay } from '../calendar/execution-day.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';
import type { OrderRules } from './order-rules.ts';

type Order = StoredOrderOf<'bulk-payments'>;

/** Bulk payments: a pain.001 message that is approved as a whole (decision 24). */
export const BULK_ORDERS: OrderRules<'bulk-payments'> = {
  dedupeFirst: true,

  async parse(context, { paymentService, paymentProduct, xml }) {
    const parsed = await parseMessage(context.profile, xml);
    return {
      order: { paymentService, paymentProduct, bulk: parsed.bulk },
      store: (paymentId, session) => storeMessage(context, { paymentId, xml, parsed }, session),
    };
  },

  refuse(profile, { paymentProduct: product, bulk }, at) {
    for (const [block, requested] of bulk.days.entries()) {
      refuseImpossibleDay(profile, { product, requested, at, path: `${blockPath(block)}/ReqdExctnDt` });
    }
  },

  schedule: (profile, order, at) => ({ executeOn: bulkExecutionDay(profile, order, at).executeOn }),

  contentOf({ paymentService, paymentProduct, bulk }): PaymentContent {
    const { days, ...shown } = bulk;
    const [day] = days;
    const isOneDay = days.every((other) => other === day);
    return {
      kind: 'bulkPayment',
      paymentService,
      paymentProduct,
      ...shown,
      ...(isOneDay && day !== undefined && { requestedExecutionDate: day }),
    };
  },
};

/**
 * The day on which the message is submitted: the earliest of its blocks, since the bank executes each block on its own
 * day. ReqdExctnDt is mandatory: today's date means immediate execution, as a body without a date does in JSON.
 */
export function bulkExecutionDay(
  profile: AspspProfile,
  { paymentProduct: product, bulk }: Order,
  at: Date,
): ExecutionDay {
  const [first] = bulk.days.toSorted();
  const isImmediate = first === undefined || first <= bankDay(at, profile);
  return executionDay(profile, { product, requested: isImmediate ? undefined : first, at });
}
