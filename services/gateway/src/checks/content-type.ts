import { ENDPOINTS, PAYMENT_PRODUCTS, Xs2aError } from '@xs2a/contracts';
import { type Call, headerOf } from '../call.ts';

const MEDIA_TYPES = {
  json: /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i,
  xml: /^(application|text)\/xml(\s*;\s*charset="?utf-8"?)?\s*$/i,
};

/**
 * JSON everywhere but for products whose format is XML; never compressed, so that sizes are what they seem. Without a
 * body there is no type.
 */
export function contentType(call: Call): void {
  if (hasNoBody(call) && 'authorises' in ENDPOINTS[call.endpoint]) return;
  const format = isXmlSent(call) ? 'xml' : 'json';
  const encoding = headerOf(call, 'content-encoding');
  if (!MEDIA_TYPES[format].test(headerOf(call, 'content-type') ?? '')) throw new Xs2aError('mediaTypeUnsupported');
  if (encoding !== undefined && encoding !== 'identity') throw new Xs2aError('mediaTypeUnsupported');
}

/** Whether the body is XML: of a new payment whose product is (decision 24). */
export function isXmlSent({ endpoint, payment }: Pick<Call, 'endpoint' | 'payment'>): boolean {
  return endpoint === 'initiatePayment' && PAYMENT_PRODUCTS[payment.paymentProduct].format === 'xml';
}

/** Nothing was sent, not even an empty body in pieces. */
function hasNoBody({ headers }: Call): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}
