import { PaymentProduct, type PaymentService, PeriodicPayment, SinglePayment } from '@xs2a/contracts';
import { z } from 'zod';
import { BulkSummary } from './bulk-summary.ts';

/** The order as it is executed. A message is stored in a separate collection; for a bulk only its summary is kept here. */
export const StoredOrder = z.discriminatedUnion('paymentService', [
  z.object({ paymentService: z.literal('payments'), paymentProduct: PaymentProduct, body: SinglePayment }),
  z.object({ paymentService: z.literal('periodic-payments'), paymentProduct: PaymentProduct, body: PeriodicPayment }),
  z.object({ paymentService: z.literal('bulk-payments'), paymentProduct: PaymentProduct, bulk: BulkSummary }),
]);
export type StoredOrder = z.infer<typeof StoredOrder>;
/** The order of one payment service. */
export type StoredOrderOf<Service extends PaymentService> = Extract<StoredOrder, { paymentService: Service }>;
