import { REFUSALS } from '@xs2a/contracts';
import { dayFrom, type ShownOn } from '../days/day-from.ts';
import { storedFieldsOf, storedNameOf } from './carried-ids.ts';
import { fieldsOf, typeOf } from './describe-fields.ts';
import { exampleBodies, formatOf } from './example-bodies.ts';
import {
  type Endpoint,
  endpointsOf,
  type OpenApi,
  type Parameter,
  type Response,
  resolveReference,
} from './open-api.ts';

const DAYS_READ = 30;
/** Optional headers that are shown before the body, by method. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  POST: [
    'PSU-ID',
    'TPP-Redirect-Preferred',
    'TPP-Explicit-Authorisation-Preferred',
    'TPP-Redirect-URI',
    'PSU-IP-Address',
  ],
  PUT: ['PSU-ID'],
};
/** Optional headers with an initial value: those that a careful TPP sends. */
const SENT = ['TPP-Redirect-URI', 'PSU-IP-Address'];
/** Pattern of a boolean header in the document. */
const BOOLEAN = '^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$';
const FILLED_IN = 'X-Request-ID';
const FUNDS_CHECK = 'checkAvailabilityOfFunds';
/** Statuses on the error page; others have no body. */
const EXPLAINED = new Set<number>(Object.values(REFUSALS).map(({ status }) => status));
const KEPT = ['consentId', 'paymentId', 'basketId', 'authorisationId', 'accountId', 'transactionId'];

/** Reader of the description, and its date. */
interface Audience extends ShownOn {
  readonly openApi: OpenApi;
  readonly isSandbox: boolean;
  /** Initial value of TPP-Redirect-URI. */
  readonly returnAddress: string;
}

/** Returns the chapters of the reference with their operations. */
export function describeChapters(openApi: OpenApi) {
  const endpoints = endpointsOf(openApi);
  return openApi.tags
    .map(({ name, description }) => ({
      id: name.toLowerCase().replaceAll(' ', '-'),
      name,
      description,
      operations: endpoints.filter(({ tags }) => tags[0] === name).map(linked),
    }))
    .filter(({ operations }) => operations.length > 0);
}

const linked = ({ operationId, summary, method, path }: Endpoint) => ({
  operationId,
  href: `/docs/reference/${operationId}`,
  summary,
  method,
  path,
});

export function endpointNamed(openApi: OpenApi, operationId: string): Endpoint | undefined {
  return endpointsOf(openApi).find((endpoint) => endpoint.operationId === operationId);
}

export function titleOf({ summary, tags }: Endpoint): string {
  return `${summary} (${tags[0]?.toLowerCase()})`;
}

/** Content of an operation's page. */
export function describeOperation(endpoint: Endpoint, audience: Audience) {
  const { openApi, isSandbox } = audience;
  const { method, path, summary, tags, security = [], operationId, 'x-psd2-roles': roles = [] } = endpoint;
  const fields = (endpoint.parameters ?? []).map((parameter) =>
    describeParameter(resolveReference(parameter, openApi.components.parameters), endpoint, audience),
  );
  const isUsual = ({ name, isRequired }: (typeof fields)[number]): boolean =>
    isRequired || (USUAL[method]?.includes(name) ?? false) || (operationId === FUNDS_CHECK && name === 'Consent-ID');
  const headers = fields.filter((field) => field.place === 'header' && field.name !== FILLED_IN);
  const responses = Object.entries(endpoint.responses).map(
    ([status, response]) => [status, resolveReference<Response>(response, openApi.components.responses)] as const,
  );
  return {
    operationId,
    method,
    path,
    summary,
    chapter: describeChapters(openApi).find(({ name }) => name === tags[0]),
    roles,
    takesTpp: isSandbox && security.some(({ sandboxTpp }) => sandboxTpp !== undefined),
    takesRequestId: fields.some(({ name }) => name === FILLED_IN),
    kept: JSON.stringify(storedFieldsOf(path, KEPT)),
    address: fields.filter(({ place }) => place === 'path'),
    query: fields.filter(({ place }) => place === 'query'),
    headers: headers.filter(isUsual),
    optionalHeaders: headers.filter((field) => !isUsual(field)),
    bodies: exampleBodies(endpoint, audience),
    bodyFields: Object.entries(endpoint.requestBody?.content ?? {})
      .filter(([type]) => type !== 'application/xml')
      .map(([type, { schema }]) => ({ type, fields: fieldsOf(schema, openApi) }))
      .filter(({ fields: shown }) => shown.length > 0),
    answers: responses
      .filter(([status]) => status < '400')
      .map(([status, response]) => describeAnswer(status, response, openApi)),
    refusals: responses
      .filter(([status]) => status >= '400')
      .map(([status, { description }]) => ({ status, description, isExplained: EXPLAINED.has(Number(status)) })),
  };
}

function describeParameter(parameter: Parameter, { path, method, operationId }: Endpoint, audience: Audience) {
  const { openApi } = audience;
  const { name, in: place, required = false, description = '', example, schema } = parameter;
  const values =
    schema.enum ??
    ([schema, ...(schema.anyOf ?? [])].some(({ pattern }) => pattern === BOOLEAN) ? ['true', 'false'] : undefined);
  const isCarried = required || operationId === FUNDS_CHECK;
  return {
    name,
    place,
    isRequired: required,
    description,
    type: typeOf(schema, openApi),
    values: values?.map((value) => ({ value, ...(name === 'paymentProduct' && { format: formatOf(value) }) })),
    carriedAs: isCarried ? storedNameOf(name, path) : undefined,
    example: name === 'Consent-ID' ? undefined : example,
    value: valueOf(parameter, method, audience),
  };
}

/** Returns the initial value of a field; ids only come from answers. */
function valueOf({ name, example, schema, required }: Parameter, method: string, audience: Audience): string {
  if (name === 'TPP-Redirect-URI' && USUAL[method]?.includes(name)) return audience.returnAddress;
  if (SENT.includes(name) && USUAL[method]?.includes(name)) return example ?? '';
  if (name === 'dateFrom') return dayFrom(audience, -DAYS_READ);
  return required === true ? (schema.enum?.[0] ?? '') : '';
}

function describeAnswer(status: string, { description, headers = {}, content = {} }: Response, openApi: OpenApi) {
  return {
    status,
    description,
    headers: Object.keys(headers),
    bodies: Object.entries(content).map(([type, { schema, examples = {} }]) => ({
      type,
      examples: Object.values(examples).map(({ value }) =>
        typeof value === 'string' ? value : JSON.stringify(value, null, 2),
      ),
      fields: fieldsOf(schema, openApi),
    })),
  };
}
