import { readFileSync } from 'node:fs';
import { ENDPOINTS, type EndpointKey, PAYMENT_PRODUCTS, PaymentService, PROFILE_PRESETS } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { AS_JSON } from '../../../test/endpoint-samples.ts';
import { startGateway } from '../../../test/start-gateway.ts';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Record<string, { readonly schema: { readonly $ref: string } }>;
  };
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, { readonly required?: readonly string[] }> };
}

const DOCUMENT = JSON.parse(
  readFileSync(new URL('../../../published/openapi.json', import.meta.url), 'utf8'),
) as Document;

/** Offers a JSON product in every payment service. */
const PROFILE = PROFILE_PRESETS['berlin-group'];

/** Field that may be sent instead of a mandatory one: the published document then requires neither. */
const NEEDED_UNLESS: Partial<Record<EndpointKey, string>> = {
  checkAvailabilityOfFunds: 'account',
  createConsentConfirmationOfFunds: 'account',
  createSigningBasket: 'paymentIds',
};

/** Every operation with a mandatory body, and its mandatory fields. */
const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
    const [key = ''] = operationId.split('_');
    const schema = requestBody?.content['application/json']?.schema.$ref.split('/').at(-1);
    if (requestBody?.required !== true || schema === undefined || !Object.hasOwn(ENDPOINTS, key)) return [];
    const unless = NEEDED_UNLESS[key as EndpointKey];
    const needed = [...(DOCUMENT.components.schemas[schema]?.required ?? []), ...(unless ? [unless] : [])];
    return [
      { operationId, method: method.toUpperCase(), path: path.replace('{paymentProduct}', jsonProduct(path)), needed },
    ];
  }),
);

/** Returns a JSON product that the tested bank offers in the payment service of a path. */
function jsonProduct(path: string): string {
  const service = PaymentService.safeParse(path.split('/')[2]);
  const products = (service.success ? PROFILE.products[service.data] : undefined) ?? [];
  return products.find((product) => PAYMENT_PRODUCTS[product].format === 'json') ?? '';
}

const gateway = forAllTests(() => startGateway({ PROFILE: 'berlin-group' }));

describe('an empty object as body', () => {
  it('reaches every operation with mandatory fields', () => {
    expect(OPERATIONS.map(({ operationId }) => operationId).length).toBeGreaterThan(5);
    for (const { operationId, needed } of OPERATIONS) expect(needed.length, operationId).toBeGreaterThan(0);
  });

  it.each(OPERATIONS)(
    'reports each mandatory field of $operationId in an entry of its own',
    async ({ method, path, needed }) => {
      const answer = await gateway.ask(method, path, {
        headers: { ...AS_JSON, 'PSU-IP-Address': '192.0.2.1' },
        body: '{}',
      });
      const { tppMessages } = JSON.parse(answer.text) as { tppMessages: { code: string; path: string }[] };
      expect(answer.status).toBe(400);
      expect(tppMessages.map((message) => message.path)).toEqual(expect.arrayContaining(needed));
      expect(new Set(tppMessages.map(({ code }) => code))).toEqual(new Set(['FORMAT_ERROR']));
    },
  );
});
