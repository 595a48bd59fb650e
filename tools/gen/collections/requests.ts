import { pain001 } from '@xs2a/test-kit';
import type { OpenApiDocument } from '../openapi/document.ts';

export interface Header {
  readonly name: string;
  readonly value: string;
  readonly isSent: boolean;
}

/** A request in the terms of API clients; names in double braces are their variables. */
export interface CollectedRequest {
  readonly name: string;
  readonly folder: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly query: readonly Header[];
  readonly body?: { readonly type: 'application/json' | 'application/xml'; readonly text: string };
  readonly about?: string;
  /** In a journey: the status on success, and the expected content of the answer. */
  readonly expected?: { readonly status: number; readonly field?: string; readonly value?: string };
}

/** Set by the tools or by the scripts of the collection. */
export const ADDRESS = '{{xs2a}}';
export const REQUEST_ID: Header = { name: 'X-Request-ID', value: '{{$guid}}', isSent: true };

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: string;
  readonly schema: { readonly enum?: readonly string[] };
}
type Referring = Parameter | { readonly $ref: string };

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Referring[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly examples?: Record<string, { value: unknown }> }>;
  };
}

/** The product of bulk payments that every preset offers; it is in XML. */
const OF_EVERY_PRESET = 'pain.001-credit-transfers';

/** Optional headers that a careful TPP sends. */
const SENT = ['PSU-IP-Address', 'TPP-Redirect-URI', 'TPP-Nok-Redirect-URI'];
const VALUES: Readonly<Record<string, string>> = {
  'Consent-ID': '{{consentId}}',
  'PSU-ID': '{{psuId}}',
  'TPP-Redirect-URI': '{{portal}}/sandbox/return',
  'TPP-Nok-Redirect-URI': '{{portal}}/sandbox/return?declined',
  bookingStatus: 'booked',
  dateFrom: '{{dateFrom}}',
};

/** Returns every operation of the published interface by name, with its example. */
export function collectedOperations(document: OpenApiDocument): ReadonlyMap<string, CollectedRequest> {
  const components = (document.components?.parameters ?? {}) as Record<string, Parameter>;
  const parameterOf = (parameter: Referring): Parameter =>
    '$ref' in parameter ? (components[parameter.$ref.split('/').at(-1) ?? ''] as Parameter) : parameter;
  const requests = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, Operation>).map(
      ([method, operation]): [string, CollectedRequest] => {
        const parameters = (operation.parameters ?? []).map(parameterOf);
        const isAuthorisation = method !== 'get' && path.includes('authorisations');
        const headers = parameters
          .filter((parameter) => parameter.in === 'header')
          .map((parameter) => headerOf(parameter, isAuthorisation));
        const query = parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, required }) => {
            return { name, value: VALUES[name] ?? '', isSent: required === true || name === 'dateFrom' };
          });
        const body = bodyOf(operation);
        const request = {
          name: operation.summary,
          folder: operation.tags[0] ?? '',
          method: method.toUpperCase(),
          url: ADDRESS + addressOf(path, parameters),
          headers,
          query,
          ...(body !== undefined && { body }),
        };
        return [operation.operationId, request];
      },
    ),
  );
  return new Map(requests);
}

function headerOf({ name, required, example }: Parameter, isAuthorisation: boolean): Header {
  if (name === REQUEST_ID.name) return REQUEST_ID;
  const isSent = required === true || SENT.includes(name) || (isAuthorisation && name === 'PSU-ID');
  return { name, value: VALUES[name] ?? example ?? '', isSent };
}

/** Replaces ids by variables, and a payment product by one that every preset offers, otherwise the first. */
function addressOf(path: string, parameters: readonly Parameter[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const values = parameters.find((parameter) => parameter.name === name)?.schema.enum;
    return values?.find((value) => value === OF_EVERY_PRESET) ?? values?.[0] ?? `{{${name}}}`;
  });
}

function bodyOf({ operationId, requestBody }: Operation): CollectedRequest['body'] {
  if (requestBody === undefined) return undefined;
  const json = requestBody.content['application/json'];
  if (json === undefined || /bulk/.test(operationId)) return { type: 'application/xml', text: message() };
  const value = Object.values(json.examples ?? {})[0]?.value ?? {};
  return { type: 'application/json', text: JSON.stringify(value, null, 2) };
}

function message(): string {
  const transfers = [{ amount: '12.50', remittance: 'Račun 17' }];
  return pain001({ blocks: [{ day: '{{later}}', transfers }] });
}
