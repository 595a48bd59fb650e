import { PeriodicPayment } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A standing order set up by a TPP. The payments service submits each of its executions. `_id` is the paymentId. */
export const StoredStandingOrder = z.object({
  _id: z.string(),
  /** The debited account. Absent if the PSU has no such account at this bank. */
  ledgerAccountId: z.string().optional(),
  body: PeriodicPayment,
  active: z.boolean(),
});
export type StoredStandingOrder = z.infer<typeof StoredStandingOrder>;

export const STANDING_ORDERS_SET_UP = storedCollection('standingOrders', StoredStandingOrder, {
  indexes: [{ key: { ledgerAccountId: 1, active: 1 } }],
});
