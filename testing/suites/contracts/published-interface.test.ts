import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import {
  ADDED_STATUSES,
  ENDPOINTS,
  type EndpointKey,
  PaymentService,
  PROFILE_PRESETS,
  refusalsByStatus,
  refusedAt,
  STATUSES_OF_INTERFACE,
} from '@xs2a/contracts';
import { ANSWERS, HEADER_FORMATS, offeredOpenApi, refusalAnswers } from '@xs2a/gateway/interface';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../../tools/gen/openapi/bodies.ts';
import { answerExamples, authorisationExamples, requestExamples } from '../../../tools/gen/openapi/examples.ts';
import { headerComponents } from '../../../tools/gen/openapi/header-parameters.ts';
import { refusalExamples } from '../../../tools/gen/openapi/refusal-responses.ts';

const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];
const SERVICES = [undefined, ...PaymentService.options];

async function faultsIn(source: string, absoluteRef: string): Promise<string[]> {
  const problems = await lintFromString({
    source,
    absoluteRef,
    config: await createConfig({ extends: ['recommended'] }),
  });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`);
}

describe.each(['openapi.json', 'openapi-3.0.json'])('the published %s', (name) => {
  const path = fileURLToPath(new URL(`../../../services/gateway/published/${name}`, import.meta.url));
  const text = readFileSync(path, 'utf8');

  it('has no fault for the linter of OpenAPI documents', async () => {
    expect(await faultsIn(text, path)).toEqual([]);
  });

  it('has one with an example that does not validate', async () => {
    const wrong = text.replaceAll('"fundsAvailable": true', '"fundsAvailable": "perhaps"');
    expect(await faultsIn(wrong, path)).toEqual([expect.stringContaining('no-invalid-media-type-examples')]);
  });
});

describe('the document of a bank that offers less and writes text', () => {
  const path = fileURLToPath(new URL('../../../services/gateway/published/openapi.json', import.meta.url));
  const published = JSON.parse(readFileSync(path, 'utf8')) as object;
  const basic = { ...PROFILE_PRESETS['hr-basic'], signatureRequired: true, wireStyle: 'text' } as const;
  const served = JSON.stringify(offeredOpenApi(published, basic));

  it('has no fault either: its examples have the same style', async () => {
    expect(await faultsIn(served, path)).toEqual([]);
  });

  it('has neither the products nor the services that are not offered', () => {
    expect(served).not.toMatch(/periodic-payments|Periodic payments|target-2-payments/);
    expect(JSON.stringify(published)).toMatch(/periodic-payments.*Periodic payments/);
  });

  it('has text in place of other types, and requires signatures', () => {
    const { components } = JSON.parse(served) as { components: Record<string, Record<string, unknown>> };
    expect(components['schemas']?.['FundsAnswer']).toMatchObject({
      properties: { fundsAvailable: { type: 'string', enum: ['true', 'false'] } },
    });
    expect(components['parameters']?.['Signature']).toMatchObject({ required: true });
  });
});

describe('the document of a preset', () => {
  const path = fileURLToPath(new URL('../../../services/gateway/published/openapi.json', import.meta.url));
  const published = JSON.parse(readFileSync(path, 'utf8')) as object;
  const of = (name: keyof typeof PROFILE_PRESETS) => offeredOpenApi(published, PROFILE_PRESETS[name]) as Offered;

  it.each(Object.keys(PROFILE_PRESETS) as (keyof typeof PROFILE_PRESETS)[])('%s has no fault', async (name) => {
    expect(await faultsIn(JSON.stringify(of(name)), path)).toEqual([]);
  });

  it('berlin-group requires PSU-IP-Address where it is mandatory, and has no name of the Croatian profile', () => {
    const document = of('berlin-group');
    const demanded = { $ref: '#/components/parameters/PSU-IP-Address-required' };
    expect(document.paths['/v1/consents']?.['post']?.parameters).toContainEqual(demanded);
    expect(document.paths['/v1/consents/{consentId}']?.['get']?.parameters).not.toContainEqual(demanded);
    expect(JSON.stringify(document)).not.toMatch(/scatransactionStatus|cancellationId|Identfication|confirmationCode/);
    expect(JSON.stringify(of('hr-full'))).toMatch(/scatransactionStatus.*cancellationIds/);
    expect(JSON.stringify(of('hr-full'))).not.toContain('PSU-IP-Address-required');
  });

  it('berlin-group has ACSC of a basket, the Croatian ones have not', () => {
    const has = (name: keyof typeof PROFILE_PRESETS, schema: string, value: string) =>
      JSON.stringify(of(name).components.schemas[schema]).includes(`"${value}"`);
    for (const schema of ['Basket', 'BasketStatusAnswer']) {
      expect(has('berlin-group', schema, 'ACSC')).toBe(true);
      expect(has('hr-full', schema, 'ACSC')).toBe(false);
    }
  });

  it('has only the products and payment formats that the bank accepts', () => {
    const forms = (name: keyof typeof PROFILE_PRESETS, service: string) =>
      Object.keys(of(name).paths[`/v1/${service}/{paymentProduct}`]?.['post']?.requestBody?.content ?? {});
    expect(forms('berlin-group', 'payments')).toEqual(['application/json', 'application/xml']);
    expect(forms('berlin-group', 'periodic-payments')).toEqual(['application/json', 'multipart/form-data']);
    expect(forms('hr-basic', 'payments')).toEqual(['application/json']);
    expect(forms('hr-full', 'bulk-payments')).toEqual(['application/xml']);
    const { requestBody } =
      of('hr-full').paths['/v1/bulk-payments/{paymentProduct}/{paymentId}/authorisations']?.['post'] ?? {};
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json']);
  });

  it('lists the error responses of the keys: messages, as for every other address', () => {
    const { paths, components } = of('hr-full');
    const { responses = {} } = paths['/.well-known/jwks.json']?.['get'] ?? {};
    expect(Object.keys(responses)).toEqual(['200', '400', '429', '431', '503']);
    const { $ref = '' } = responses['503'] ?? {};
    const { content } = components.responses[$ref.split('/').at(-1) ?? ''] ?? { content: {} };
    expect(Object.keys(content)).toEqual(['application/json', 'application/problem+json']);
  });

  it('lists the message codes that each operation may answer, and no other', () => {
    const { paths, components } = of('berlin-group');
    const { $ref = '' } = paths['/v1/consents']?.['post']?.responses?.['400'] ?? {};
    const { content } = components.responses[$ref.split('/').at(-1) ?? ''] ?? { content: {} };
    const form = content['application/json']?.schema.$ref.split('/').at(-1) ?? '';
    const codes = JSON.stringify(components.schemas[form]);
    expect(codes).toContain('SESSIONS_NOT_SUPPORTED');
    expect(codes).not.toMatch(/PRODUCT_INVALID|REFERENCE_MIX_INVALID|CARD_INVALID/);
  });
});

interface Offered {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly parameters?: readonly object[];
        readonly requestBody?: { readonly content: object };
        readonly responses?: Record<string, { readonly $ref?: string }>;
      }
    >
  >;
  readonly components: {
    readonly responses: Record<
      string,
      { readonly content: Record<string, { readonly schema: { readonly $ref: string } }> }
    >;
    readonly schemas: Record<string, object>;
  };
}

describe('an example', () => {
  it('of a request is accepted by the checks of the gateway', () => {
    for (const key of KEYS) {
      for (const service of SERVICES) {
        const examples = 'authorises' in ENDPOINTS[key] ? authorisationExamples() : requestExamples(key, service);
        for (const [name, { value }] of Object.entries(examples ?? {})) {
          expect(bodyOf(key, service)?.safeParse(value).error, `${key} ${name}`).toBeUndefined();
        }
      }
    }
  });

  it('of a response validates against the schema of the response', () => {
    for (const key of KEYS) {
      for (const service of SERVICES) {
        for (const { value } of Object.values(answerExamples(key, service) ?? {})) {
          expect(ANSWERS[key]?.safeParse(value).error, key).toBeUndefined();
        }
      }
    }
  });

  it('of an error response has one of its two forms', () => {
    for (const [name, { value }] of Object.entries(refusalExamples(KEYS.flatMap(refusedAt)))) {
      expect(
        (name.endsWith('-problem') ? refusalAnswers.Problem : refusalAnswers.TppMessages).safeParse(value).error,
        name,
      ).toBeUndefined();
    }
  });

  it('of a header is accepted by the checks of the gateway', () => {
    for (const { name, ...rest } of Object.values(headerComponents())) {
      if ('example' in rest) expect(HEADER_FORMATS.get(name.toLowerCase())?.fits(rest.example) ?? true).toBe(true);
    }
  });
});

describe('the statuses of error responses', () => {
  const path = fileURLToPath(new URL('../../../services/gateway/published/openapi.json', import.meta.url));
  const { paths } = JSON.parse(readFileSync(path, 'utf8')) as {
    paths: Record<string, Record<string, { responses?: object }>>;
  };
  const statusesOf = (key: EndpointKey) => [...refusalsByStatus(key).keys()];

  it.each(KEYS)('of %s are those that the interface lists and those that are added with a reason', (key) => {
    const { family } = ENDPOINTS[key];
    const added = ADDED_STATUSES.filter(({ families }) => families.includes(family)).map(({ status }) => status);
    const known = [...STATUSES_OF_INTERFACE[family], ...added];
    expect(statusesOf(key).filter((status) => !known.includes(status))).toEqual([]);
  });

  it.each(KEYS)('of %s are those of the published document', (key) => {
    const { path: address, method } = ENDPOINTS[key];
    for (const service of PaymentService.options) {
      const operation = paths[address.replace('{paymentService}', service)]?.[method.toLowerCase()];
      const refused = Object.keys(operation?.responses ?? {}).filter((status) => Number(status) >= 400);
      expect(refused.toSorted()).toEqual(statusesOf(key).map(String).toSorted());
    }
  });

  it.each(ADDED_STATUSES)('that are added come up, and are in no list of the interface: $status', (added) => {
    for (const family of added.families) {
      expect(STATUSES_OF_INTERFACE[family]).not.toContain(added.status);
      const keys = KEYS.filter((key) => ENDPOINTS[key].family === family);
      expect(keys.some((key) => statusesOf(key).includes(added.status))).toBe(true);
    }
  });

  it.each(KEYS)('of %s have the codes of its family', (key) => {
    // 406 and 429 have one for account information; the others have none in the standard (decision 11), except 415 and 503
    // (decisions 11 and 35).
    const coded = [400, 401, 403, 404, 405, 409, 415, ...(ENDPOINTS[key].family === 'AIS' ? [406, 429] : [])];
    for (const [status, refusals] of refusalsByStatus(key)) {
      const code = status === 503 ? 'SERVICE_UNAVAILABLE' : undefined;
      if (!coded.includes(status)) expect(refusals.every(({ refusal }) => refusal.code === code)).toBe(true);
    }
  });
});
