import { PAYMENT_PRODUCTS, PaymentProduct, type PaymentService, StandingOrderTerms } from '@xs2a/contracts';
import { z } from 'zod';
import { MESSAGE_EXAMPLES } from './examples.ts';

const MESSAGE = { schema: { type: 'string' as const, description: 'pain.001' } };

const TERMS = Object.entries(StandingOrderTerms.shape).map(([name, field]) =>
  field.safeParse(undefined).success ? `${name} (optional)` : name,
);

/**
 * A standing order in two parts (decision 24). Its parts are named without properties: of an object that only a form uses, OpenAPI
 * Generator makes no model, but its clients in TypeScript import one.
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

/** The forms of payments of a service besides JSON, as its products in XML have them (decision 24). */
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
