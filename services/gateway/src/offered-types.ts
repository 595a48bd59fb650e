import { PAYMENT_PRODUCTS } from '@xs2a/contracts';
import type { Call } from './call.ts';

export const JSON_TYPE = 'application/json';
const XML_TYPES = ['application/xml', 'text/xml'];

/** What an answer may be sent as, the house's own choice first. */
export function offeredTypes(call: Pick<Call, 'endpoint' | 'payment'>): readonly string[] {
  return typesOfXmlPayment(call) ?? [JSON_TYPE];
}

/** A payment that was posted as XML is read as it was posted; its status may be a pain.002 (field guide 3.4). */
function typesOfXmlPayment({ endpoint, payment }: Pick<Call, 'endpoint' | 'payment'>): readonly string[] | undefined {
  if (payment === undefined || PAYMENT_PRODUCTS[payment.paymentProduct].format !== 'xml') return undefined;
  if (endpoint === 'getPaymentInformation') return XML_TYPES;
  return endpoint === 'getPaymentInitiationStatus' ? [JSON_TYPE, ...XML_TYPES] : undefined;
}
