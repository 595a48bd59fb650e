import { ENDPOINTS, type Endpoint, type EndpointKey, PAYMENT_PRODUCTS } from '@xs2a/contracts';
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

/** Whether a request may leave out its body: an authorisation may be started without one (decision 21). */
export function mayLackBody(key: EndpointKey): boolean {
  const { authorises, hasNoBody }: Endpoint = ENDPOINTS[key];
  return authorises !== undefined || hasNoBody === true;
}
