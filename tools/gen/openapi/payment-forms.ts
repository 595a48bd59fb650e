import { PAYMENT_PRODUCTS, PaymentProduct, type PaymentService, StandingOrderTerms } from '@xs2a/contracts';
import { z } from 'zod';
import { MESSAGE_EXAMPLES } from './examples.ts';

const MESSAGE = { schema: { type: 'string' as const, description: 'pain.001' } };

const TERMS = Object.entries(StandingOrderTerms.shape).map(([name, field]) =>
  field.safeParse(undefined).success ? `${name} (optional)` : name,
);

/**
 * A standing order in two parts (decision 24). The parts are described without properties: OpenAPI Generator creates no model for
 * an object that only a form uses, but its TypeScript clients import one.
 */
export const StandingOrderParts = z.looseObject({}).meta({
  description:
    `Two parts: xml_sct, a pain.001 message (application/xml), and json_standingorderType, ` +
    `the terms as in PeriodicPayment (application/json): ${TERMS.join(', ')}.`,
  override: ({ jsonSchema }) => {
    Object.assign(jsonSchema, { minProperties: 2, maxProperties: 2, additionalProperties: true });
    delete jsonSchema.properties;
  },
});

/** Returns the content types of a payment service besides JSON, for its XML products (decision 24). */
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
