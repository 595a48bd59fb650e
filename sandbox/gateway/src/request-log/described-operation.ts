import { ENDPOINTS, type EndpointKey, routesOf } from '@xs2a/contracts';
import { readOpenApi } from '@xs2a/gateway/extension';

/** As much of a JSON Schema as tells which fields there are, and of which type. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly additionalProperties?: FieldSchema | boolean;
  readonly items?: FieldSchema;
  readonly allOf?: readonly FieldSchema[];
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
}

interface Content {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: FieldSchema }>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** Description of the requests and answers of one endpoint in the published interface. */
export interface DescribedOperation {
  /** Names of headers in lower case. */
  readonly headers: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
  readonly request: readonly FieldSchema[];
  readonly answer: readonly FieldSchema[];
}

const described = new Map<EndpointKey, DescribedOperation>();
let document: Record<string, unknown> | undefined;

/** Reads the published interface at the first request that is recorded: production records none. */
export function describedOperation(endpoint: EndpointKey): DescribedOperation {
  document ??= { ...readOpenApi() };
  const known = described.get(endpoint) ?? describe(endpoint, document);
  described.set(endpoint, known);
  return known;
}

/** A schema without references and combinations: all that it may be. */
export function alternativesOf(schema: FieldSchema): readonly FieldSchema[] {
  const { allOf = [], anyOf = [], oneOf = [], ...own } = resolved(schema);
  return [own, ...[...allOf, ...anyOf, ...oneOf].flatMap(alternativesOf)];
}

function describe(endpoint: EndpointKey, published: Record<string, unknown>): DescribedOperation {
  const operations = operationsOf(endpoint, published);
  const parameters = operations.flatMap(({ parameters: own = [] }) => own.map((one) => resolved(one)));
  const answers = operations.flatMap(({ responses }) => Object.values(responses).map((one) => resolved(one)));
  const named = (place: string): string[] => parameters.filter((one) => one.in === place).map(({ name }) => name);
  const headers = [...named('header'), ...answers.flatMap((one) => Object.keys(one.headers ?? {}))];
  return {
    headers: new Set(headers.map((name) => name.toLowerCase())),
    query: new Set(named('query')),
    request: operations.flatMap(({ requestBody }) => (requestBody === undefined ? [] : schemasOf(requestBody))),
    answer: answers.flatMap(schemasOf),
  };
}

/** An endpoint of payments is published once for each payment service. */
function operationsOf(endpoint: EndpointKey, published: Record<string, unknown>): Operation[] {
  const paths = published['paths'] as Record<string, Record<string, Operation>>;
  const routes = new Set(routesOf(endpoint).map(withoutNames));
  const method = ENDPOINTS[endpoint].method.toLowerCase();
  return Object.entries(paths)
    .filter(([path]) => routes.has(withoutNames(path)))
    .flatMap(([, item]) => item[method] ?? []);
}

const withoutNames = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, '*');

function schemasOf(content: Content): FieldSchema[] {
  const media = Object.entries(resolved(content).content ?? {});
  return media.flatMap(([type, { schema }]) => (type.includes('json') && schema !== undefined ? [schema] : []));
}

function resolved<T extends { readonly $ref?: string }>(value: T): T {
  if (value.$ref === undefined) return value;
  const keys = value.$ref.split('/').slice(1);
  const target = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  return resolved(target as T);
}
