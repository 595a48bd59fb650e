import { type Machine, PaymentProduct, PaymentService, SinglePayment } from '@xs2a/contracts';
import { History, Outbox, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

const OrderStatus = z.enum(['accepted', 'executed', 'rejected', 'withdrawn']);
type OrderStatus = z.infer<typeof OrderStatus>;

const ORDER_STATUS_MACHINE = {
  accepted: { executed: 'executed', rejected: 'rejected', withdrawn: 'withdrawn' },
  executed: {},
  rejected: {},
  withdrawn: {},
} as const satisfies Machine<OrderStatus>;

/** A payment that was submitted to the bank. `_id` is the paymentId of the submitter. */
export const Order = z.object({
  _id: z.string(),
  paymentService: PaymentService,
  paymentProduct: PaymentProduct,
  psuId: z.string(),
  body: SinglePayment,
  status: OrderStatus,
  receivedAt: z.date(),
  /** Instant payments: not executed at this time or later. In real time, whatever clock a developer has. */
  executeBy: z.date().optional(),
  /** When an executed instant payment was booked back, because the payment had ended as rejected. */
  returnedAt: z.date().optional(),
  /** Reason of the rejection: ISO 20022 external status reason code. */
  reasonCode: z.string().optional(),
  /** Held until a developer pushes its status (docs/own-sandbox.md). */
  held: z.literal(true).optional(),
  outbox: Outbox,
  history: History,
});
export type Order = z.infer<typeof Order>;

export const ORDERS = storedCollection('orders', Order, {
  indexes: [
    { key: { receivedAt: 1 }, partialFilterExpression: { status: 'accepted' } },
    { key: { psuId: 1, receivedAt: 1 }, name: 'held', partialFilterExpression: { held: true } },
  ],
  status: { field: 'status', machine: ORDER_STATUS_MACHINE },
});
