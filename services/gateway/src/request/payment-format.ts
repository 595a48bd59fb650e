import { PAYMENT_PRODUCTS } from '@xs2a/contracts';
import type { Call } from './call.ts';

/** Format of a request body. */
export type BodyFormat = 'json' | 'xml' | 'multipart';

/** Returns the format of a payment. An XML standing order has two parts: the message and the schedule (decision 24). */
export function formatOfPayment({ paymentService, paymentProduct }: Call['payment']): BodyFormat {
  if (PAYMENT_PRODUCTS[paymentProduct].format === 'json') return 'json';
  return paymentService === 'periodic-payments' ? 'multipart' : 'xml';
}

/** Returns the format of the body: JSON, except for a new payment with a product in another format. */
export function formatOfBody({ endpoint, payment }: Pick<Call, 'endpoint' | 'payment'>): BodyFormat {
  return endpoint === 'initiatePayment' ? formatOfPayment(payment) : 'json';
}
