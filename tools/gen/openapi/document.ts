import * as contracts from '@xs2a/contracts';
import {
  ENDPOINTS,
  type Endpoint,
  type EndpointKey,
  PAYMENT_PRODUCTS,
  PaymentService,
  refusedAt,
  routesOf,
} from '@xs2a/contracts';
import { KEYS_ADDRESS } from '@xs2a/gateway/interface';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import { HEADER_COMPONENTS } from './answer-headers.ts';
import { bodyOf, QUERIES } from './bodies.ts';
import { withNames, withoutCopies } from './component-schemas.ts';
import { authorisationExamples, requestExamples } from './examples.ts';
import { headerComponents, headerParametersOf } from './header-parameters.ts';
import { withCodesOfResponses } from './message-codes.ts';
import { operationId } from './operation-id.ts';
import { xmlFormsOf } from './payment-forms.ts';
import { RefusalResponses, refusalExamples } from './refusal-responses.ts';
import { responsesOf } from './responses.ts';
import { ABOUT, CONTACT, descriptionOf, SUMMARIES, TAGS } from './texts.ts';

const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];

/** No endpoint of the standard: it needs neither certificate nor headers. */
const KEYS_OPERATION = {
  operationId: 'getPasswordKeys',
  summary: 'Read the public keys for encrypted passwords',
  description: 'For every caller, without certificate and headers. Passwords are encrypted with the newest key (JWE).',
  tags: ['Keys'],
  security: [],
  responses: {
    200: {
      description: 'A JWK Set (RFC 7517); empty where the bank takes no encrypted passwords',
      content: {
        'application/jwk-set+json': {
          schema: contracts.PublicKeys,
          examples: { none: { summary: 'no encrypted passwords', value: { keys: [] } } },
        },
      },
    },
    431: { description: 'Request Header Fields Too Large: without a body' },
  },
} as ZodOpenApiOperationObject;
/** Errors of reading the keys: those of every request, and of an unavailable sca. */
const KEYS_REFUSED = ['headerInvalid', 'rateExceeded', 'serviceUnavailable'] as const;

/** The published interface, OpenAPI 3.1. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Generates the document from the tables. */
export function openApiDocument(): OpenApiDocument {
  const refusals = new RefusalResponses();
  const paths = pathsOfAll(refusals);
  const document = withNames(() =>
    createDocument(
      {
        openapi: '3.1.1',
        info: {
          title: 'XS2A',
          version: '1.3.12',
          description: ABOUT,
          contact: CONTACT,
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: '/', description: 'The gateway that this document comes from.' }],
        tags: [...new Map(TAGS.map(({ name, description }) => [name, { name, description }])).values()],
        paths,
        components: {
          parameters: { ...headerComponents(), ...pathComponents() },
          headers: HEADER_COMPONENTS,
          responses: refusals.components(),
          examples: refusalExamples([...new Set(KEYS.flatMap(refusedAt))]),
          securitySchemes: {
            clientCertificate: {
              type: 'mutualTLS',
              description:
                'The qualified website certificate of the TPP (ETSI TS 119 495), with one of the roles in x-psd2-roles.',
            },
            sandboxTpp: {
              type: 'apiKey',
              in: 'header',
              name: 'X-Sandbox-TPP',
              description: 'In the sandbox alone: the TPP by its id. Left out it is PSDHR-HNB-SANDBOX.',
            },
          },
        },
      } as ZodOpenApiObject,
      {
        outputIdSuffix: 'Answer',
        // Later versions may add fields to answers: only requests forbid additional properties.
        override: ({ jsonSchema, zodSchema, io }) => {
          if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
          // For the comparison of releases.
          delete jsonSchema['announced'];
          if (zodSchema === contracts.DateText) jsonSchema.format = 'date';
          if (zodSchema === contracts.DateTimeText) jsonSchema.format = 'date-time';
          // The format implies it, and client generators fail with both.
          if (jsonSchema.format === 'date' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
        },
      },
    ),
  );
  return withCodesOfResponses(withoutCopies(document) as OpenApiDocument, refusals.codes());
}

function pathsOfAll(refusals: RefusalResponses): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const key of KEYS) {
    for (const route of routesOf(key)) {
      const path = route.replaceAll(/:(\w+)/g, '{$1}');
      const method = ENDPOINTS[key].method.toLowerCase();
      paths[path] = { ...paths[path], [method]: operationOf(key, path, refusals) };
    }
  }
  const { responses } = KEYS_OPERATION;
  const refused = refusals.at('getPasswordKeys', KEYS_REFUSED);
  return { ...paths, [KEYS_ADDRESS]: { get: { ...KEYS_OPERATION, responses: { ...responses, ...refused } } } };
}

function operationOf(key: EndpointKey, path: string, refusals: RefusalResponses): ZodOpenApiOperationObject {
  const row: Endpoint = ENDPOINTS[key];
  const service = ENDPOINTS[key].path.includes('{paymentService}')
    ? PaymentService.parse(path.split('/')[2])
    : undefined;
  const tag = TAGS.find(({ begin }) => path === begin || path.startsWith(`${begin}/`));
  const query = QUERIES[key];
  const requestBody = requestBodyOf(key, service);
  return {
    operationId: operationId(key, service),
    summary: SUMMARIES[key],
    tags: [tag?.name ?? ''],
    description: descriptionOf(row),
    // Roles of a certificate are no scopes: OpenAPI has no place for them.
    'x-psd2-roles': row.roles,
    security: [{ clientCertificate: [] }, { sandboxTpp: [] }],
    parameters: [...pathParameters(path), ...headerParametersOf(key)],
    ...(query && { requestParams: { query } }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(key, service, refusals),
  } as ZodOpenApiOperationObject;
}

function requestBodyOf(key: EndpointKey, service: PaymentService | undefined) {
  const { method, hasNoBody }: Endpoint = ENDPOINTS[key];
  if (hasNoBody || (method !== 'POST' && method !== 'PUT')) return undefined;
  const schema = bodyOf(key, service);
  const isAuthorisation = 'authorises' in ENDPOINTS[key];
  const examples = isAuthorisation ? authorisationExamples() : requestExamples(key, service);
  const json = { 'application/json': { schema, ...(examples && { examples }) } };
  return { required: !isAuthorisation, content: { ...json, ...(key === 'initiatePayment' && xmlFormsOf(service)) } };
}

function pathParameters(path: string) {
  const service = path.split('/')[2];
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    $ref: `#/components/parameters/${name === 'paymentProduct' ? `${name}-${service}` : name}`,
  }));
}

/** Returns the path parameters: ids, and for each payment service its products. */
function pathComponents() {
  const names = new Set(
    KEYS.flatMap((key) => Array.from(ENDPOINTS[key].path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)),
  );
  const ids = [...names].filter((name) => !name.startsWith('payment') || name === 'paymentId');
  const inPath = { in: 'path' as const, required: true };
  return {
    ...Object.fromEntries(ids.map((name) => [name, { ...inPath, name, schema: { type: 'string' as const } }])),
    ...Object.fromEntries(
      PaymentService.options.map((service) => [
        `paymentProduct-${service}`,
        { ...inPath, name: 'paymentProduct', schema: { type: 'string' as const, enum: productsOf(service) } },
      ]),
    ),
  };
}

function productsOf(service: PaymentService): string[] {
  return contracts.PaymentProduct.options.filter((product) => PAYMENT_PRODUCTS[product].services.includes(service));
}
