import { PeriodicPayment } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A standing order that was set up elsewhere: this bank shows it and makes what it is given of it. `_id` is its paymentId. */
export const StoredStandingOrder = z.object({
  _id: z.string(),
  /** Account that is debited; left out where this bank has no such account of that PSU. */
  ledgerAccountId: z.string().optional(),
  body: PeriodicPayment,
  active: z.boolean(),
});
export type StoredStandingOrder = z.infer<typeof StoredStandingOrder>;

export const STANDING_ORDERS_SET_UP = storedCollection('standingOrders', StoredStandingOrder, {
  indexes: [{ key: { ledgerAccountId: 1, active: 1 } }],
});
