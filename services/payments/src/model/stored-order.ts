import { PaymentOrder, PaymentProduct, type PaymentService } from '@xs2a/contracts';
import { z } from 'zod';
import { BulkSummary } from './bulk-summary.ts';

const [SingleOrder, PeriodicOrder] = PaymentOrder.options;

/** The order as it was posted. An XML message is stored in a collection of its own; only its summary is kept here. */
export const StoredOrder = z.discriminatedUnion('paymentService', [
  SingleOrder,
  PeriodicOrder,
  z.object({ paymentService: z.literal('bulk-payments'), paymentProduct: PaymentProduct, bulk: BulkSummary }),
]);
export type StoredOrder = z.infer<typeof StoredOrder>;
/** The order of one payment service. */
export type StoredOrderOf<Service extends PaymentService> = Extract<StoredOrder, { paymentService: Service }>;
