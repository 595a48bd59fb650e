import { PAYMENT_PRODUCTS } from '@xs2a/contracts';
import type { Call } from './call.ts';

/** Format of a request body. */
export type BodyFormat = 'json' | 'xml' | 'multipart';

/** A standing order in XML has two parts: the message, and when it is executed (decision 24). */
export function formatOfPayment({ paymentService, paymentProduct }: Call['payment']): BodyFormat {
  if (PAYMENT_PRODUCTS[paymentProduct].format === 'json') return 'json';
  return paymentService === 'periodic-payments' ? 'multipart' : 'xml';
}

/** JSON, but for a new payment whose product is another format. */
export function formatOfBody({ endpoint, payment }: Pick<Call, 'endpoint' | 'payment'>): BodyFormat {
  return endpoint === 'initiatePayment' ? formatOfPayment(payment) : 'json';
}
