import { PAYMENT_PRODUCTS, PaymentProduct, type PaymentService, StandingOrderTerms } from '@xs2a/contracts';
import { z } from 'zod';
import { MESSAGE_EXAMPLES } from './examples.ts';

const MESSAGE = { schema: { type: 'string' as const, description: 'pain.001' } };

/** A standing order in two parts (decision 58). */
export const StandingOrderParts = z.strictObject({
  xml_sct: z.string().describe('pain.001'),
  json_standingorderType: StandingOrderTerms,
});

/** The forms of payments of a service besides JSON, as its products in XML have them (decision 58). */
export function xmlFormsOf(service: PaymentService | undefined): Record<string, object> {
  const hasXml = PaymentProduct.options.some(
    (product) =>
      service !== undefined &&
      PAYMENT_PRODUCTS[product].format === 'xml' &&
      PAYMENT_PRODUCTS[product].services.includes(service),
  );
  if (!hasXml || service === undefined) return {};
  const examples = MESSAGE_EXAMPLES[service];
  return service === 'periodic-payments'
    ? { 'multipart/form-data': { schema: StandingOrderParts, examples } }
    : { 'application/xml': { ...MESSAGE, examples } };
}
