import {
  type AspspProfile,
  ENDPOINTS,
  type Endpoint,
  type EndpointKey,
  HEADER_RULES,
  PAYMENT_PRODUCTS,
  PaymentService,
} from '@xs2a/contracts';
import { OFFERED_SERVICES } from '../checks/address/offered-endpoint.ts';
import { headerRequirement } from '../checks/headers/header-requirement.ts';
import { type Document, type Json, type Operation, operationsOf } from './offered-document.ts';

type Rule = (document: Document, profile: AspspProfile) => void;

const SIGNATURE_HEADERS = ['Digest', 'Signature', 'TPP-Signature-Certificate'];
const PARAMETERS = '#/components/parameters/';

/** Returns the key in ENDPOINTS, or undefined for operations outside the standard. */
function endpointOf({ operationId }: Operation): EndpointKey | undefined {
  const [key = ''] = operationId.split('_');
  return Object.hasOwn(ENDPOINTS, key) ? (key as EndpointKey) : undefined;
}

/** Rules that narrow the requests of the general document to those of this bank. */
export const offeredRequests: readonly Rule[] = [
  // Addresses of services that the bank offers.
  ({ paths }, profile) => {
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const { optional }: Endpoint = ENDPOINTS[endpointOf(operation) ?? 'createConsent'];
        if (optional !== undefined && !OFFERED_SERVICES[optional](profile)) delete methods[method];
      }
      if (Object.keys(methods).length === 0) delete paths[path];
    }
  },
  // Payment services, their products and their forms.
  ({ paths, components: { parameters } }, { products }) => {
    for (const service of PaymentService.options) {
      const offered = products[service] ?? [];
      const inService = Object.keys(paths).filter((path) => path.startsWith(`/v1/${service}/`));
      if (offered.length === 0) {
        for (const path of inService) delete paths[path];
        continue;
      }
      (parameters[`paymentProduct-${service}`] as { schema: Json }).schema['enum'] = offered;
      const formats = new Set(offered.map((product) => PAYMENT_PRODUCTS[product].format));
      const operations = inService.flatMap((path) => Object.values(paths[path] ?? {}));
      for (const operation of operations) {
        const { requestBody, responses } = operation;
        const key = endpointOf(operation);
        if (!formats.has('json') && key === 'initiatePayment') withoutMedia(requestBody?.content, /json/);
        if (!formats.has('json') && key === 'getPaymentInformation') withoutMedia(contentOf(responses['200']), /json/);
        if (formats.has('xml')) continue;
        for (const part of [requestBody?.content, contentOf(responses['200'])]) withoutMedia(part, /xml|multipart/);
      }
    }
  },
  // The account that pays, where no TPP may leave it to the PSU.
  ({ components: { schemas } }, { debtorAccount }) => {
    if (Object.values(debtorAccount).includes('optional')) return;
    for (const name of ['SinglePayment', 'PeriodicPayment']) {
      const { required } = (schemas[name] ?? {}) as { required?: string[] };
      required?.push('debtorAccount');
    }
  },
  // Mandatory headers of the profile.
  (document, profile) => {
    const { parameters } = document.components;
    if (profile.signatureRequired) {
      for (const name of SIGNATURE_HEADERS) Object.assign(parameters[name] ?? {}, { required: true });
    }
    for (const rule of HEADER_RULES) {
      const { name } = rule;
      for (const operation of operationsOf(document)) {
        const key = endpointOf(operation);
        if (key === undefined || headerRequirement(rule, key, profile) !== 'always') continue;
        parameters[`${name}-required`] ??= { ...parameters[name], required: true };
        operation.parameters = operation.parameters?.map((parameter) =>
          '$ref' in parameter && parameter.$ref === PARAMETERS + name
            ? { $ref: `${PARAMETERS}${name}-required` }
            : parameter,
        );
      }
    }
  },
  // Supported query parameters and their values.
  (document, { balancesInLists, deltaReports, bookingStatuses }) => {
    const refused = new Set([
      ...(balancesInLists ? [] : ['withBalance']),
      ...(deltaReports.entryReferenceFrom ? [] : ['entryReferenceFrom']),
      ...(deltaReports.deltaList ? [] : ['deltaList']),
    ]);
    for (const operation of operationsOf(document)) {
      operation.parameters = operation.parameters?.filter((one) => !('name' in one && refused.has(one.name)));
      const status = operation.parameters?.find((one) => 'name' in one && one.name === 'bookingStatus');
      if (status !== undefined && 'schema' in status && status.schema !== undefined) {
        status.schema['enum'] = bookingStatuses;
      }
      if (operation.parameters === undefined) delete operation.parameters;
    }
  },
];

function contentOf(response: unknown): Json | undefined {
  return (response as { content?: Json } | undefined)?.content;
}

function withoutMedia(content: Json | undefined, type: RegExp): void {
  for (const name of Object.keys(content ?? {})) if (type.test(name)) delete content?.[name];
}
