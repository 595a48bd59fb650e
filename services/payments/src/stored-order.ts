import { PaymentOrder, PaymentProduct, type PaymentService } from '@xs2a/contracts';
import { z } from 'zod';
import { BulkSummary } from './bulk-summary.ts';

const [SingleOrder, PeriodicOrder] = PaymentOrder.options;

/** What was posted, as it stays with its payment. A message in XML is stored apart, and here is what it amounts to. */
export const StoredOrder = z.discriminatedUnion('paymentService', [
  SingleOrder,
  PeriodicOrder,
  z.object({ paymentService: z.literal('bulk-payments'), paymentProduct: PaymentProduct, bulk: BulkSummary }),
]);
export type StoredOrder = z.infer<typeof StoredOrder>;
/** The order of one payment service. */
export type StoredOrderOf<Service extends PaymentService> = Extract<StoredOrder, { paymentService: Service }>;
