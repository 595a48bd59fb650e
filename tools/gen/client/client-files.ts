import {
  ENDPOINTS,
  type Endpoint,
  type EndpointKey,
  HEADER_RULES,
  headerGroupOf,
  PaymentService,
} from '@xs2a/contracts';
import { formsOfErrors, isFormOfErrors } from '../openapi/message-codes.ts';
import { operationId } from '../openapi/operation-id.ts';
import { SUMMARIES } from '../openapi/texts.ts';
import { linkTargetsOf } from './link-targets.ts';
import { repeatedObjects } from './repeated-objects.ts';
import { type Schema, typeOfSchema } from './type-of-schema.ts';

interface Media {
  readonly schema?: Schema;
}
interface Described {
  readonly parameters?: readonly {
    readonly in?: string;
    readonly name?: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described & { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];
const NOTE =
  '// Generated from the contracts and the published interface by `npm run gen`. Change the source, not this file.\n';

const OPERATION = `/** Request and answer of an operation. \`Path\` has the names of its path parameters. */
interface Operation<Path extends string, Headers, Answer, Body = undefined, Query = Record<string, never>> {
  path: [Path] extends [never] ? Record<string, never> : { [Name in Path]: Name extends 'paymentService' ? ${PaymentService.options.map((service) => `'${service}'`).join(' | ')} : string };
  query: Query;
  headers: Headers;
  body: Body;
  answer: Answer;
}`;

/** Returns the types of all requests and answers, for the client package. */
export function clientSchemas(document: unknown): string {
  const { components } = document as Document;
  const others = Object.entries(components.schemas).filter(([name]) => !isFormOfErrors(name));
  const schemas = Object.fromEntries([
    ...others,
    ...Object.entries(formsOfErrors(components.schemas)),
  ]) as Document['components']['schemas'];
  const repeated = repeatedObjects(schemas);
  const within = (schema: Schema): string =>
    typeOfSchema(schema, (object) => (object === schema ? undefined : repeated.get(typeOfSchema(object))?.name));
  const types = [
    ...Object.entries(schemas),
    ...Array.from(repeated.values(), ({ name, schema }) => [name, schema] as const),
  ].map(([name, schema]) => `export type ${name} = ${within(schema)};`);
  return `${NOTE}\n${types.join('\n\n')}\n`;
}

/** Types and link targets of each operation. */
export function clientOperations(document: unknown): string {
  const described = new Map(
    Object.values((document as Document).paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId, operation] as const),
    ),
  );
  const used = new Set<string>();
  const named = (schema: Schema): string => {
    const type = typeOfSchema(schema);
    if (schema.$ref !== undefined) used.add(type);
    return type;
  };
  const shapes = KEYS.map((key) => `/** ${SUMMARIES[key]}. */\n${key}: ${shapeOf(key, described, named)};`);
  const rows = KEYS.map((key) => `${key}: ${JSON.stringify(rowOf(key))},`);
  const links = KEYS.map((key) => `${key}: ${JSON.stringify(linkTargetsOf(key))},`);
  return [
    NOTE,
    `import type { ${[...used].toSorted().join(', ')} } from './schemas.ts';`,
    headerTypes(),
    OPERATION,
    `export interface Shapes {\n${shapes.join('\n')}\n}`,
    `export type OperationId = keyof Shapes;`,
    `/** Method, address and status of success of each operation. */\nexport const OPERATIONS = {\n${rows.join('\n')}\n} as const satisfies Record<OperationId, { method: string; path: string; status: number; isRepeatable: boolean }>;`,
    `/** Where the links of an answer lead. */\nexport const LINKS = {\n${links.join('\n')}\n} as const satisfies Record<OperationId, Readonly<Record<string, OperationId>>>;`,
  ].join('\n\n');
}

function rowOf(key: EndpointKey) {
  const row: Endpoint = ENDPOINTS[key];
  // A repeated creation, start or withdrawal has the effect of the first; a repeated password or code is another attempt.
  return { method: row.method, path: row.path, status: row.status, isRepeatable: row.authorises !== 'update' };
}

function shapeOf(
  key: EndpointKey,
  described: ReadonlyMap<string, Described>,
  named: (schema: Schema) => string,
): string {
  const row: Endpoint = ENDPOINTS[key];
  const ofServices = [undefined, ...PaymentService.options].flatMap((service) => {
    const found = described.get(operationId(key, service));
    return found === undefined ? [] : [found];
  });
  const path = Array.from(row.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => `'${name}'`).join(' | ') || 'never';
  const query = (ofServices[0]?.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(
      ({ name = '', required, schema }) => `'${name}'${required === true ? '' : '?'}: ${typeOfSchema(schema ?? {})}`,
    );
  const bodies = ofServices.flatMap(({ requestBody }) => contentTypes(requestBody?.content, named));
  const answers = ofServices.flatMap(({ responses }) => contentTypes(responses[row.status]?.content, named));
  const optional = row.authorises === undefined ? [] : ['undefined'];
  const body = bodies.length === 0 ? 'undefined' : [...new Set([...bodies, ...optional])].join(' | ');
  const json = [...new Set(answers)].filter((type) => type !== 'string').join(' | ');
  const answer = row.answersIn === 'xml' ? 'string' : json === '' ? 'undefined' : json;
  const headers = typeOfGroup(headerGroupOf(key));
  const given = [path, headers, answer, ...(body === 'undefined' && query.length === 0 ? [] : [body])];
  return `Operation<${[...given, ...(query.length === 0 ? [] : [`{ ${query.join('; ')} }`])].join(', ')}>`;
}

function contentTypes(
  content: Readonly<Record<string, Media>> | undefined,
  named: (schema: Schema) => string,
): string[] {
  return Object.entries(content ?? {}).map(([type, { schema }]) =>
    /xml|multipart/.test(type) ? 'string' : named(schema ?? {}),
  );
}

function typeOfGroup(group: string): string {
  return `${group[0]?.toUpperCase()}${group.slice(1)}Header`;
}

/** Returns header types by group, each based on the largest group that it contains. */
function headerTypes(): string {
  const groups = [...new Set(KEYS.map(headerGroupOf))].map((group) => ({
    group,
    names: HEADER_RULES.filter(({ at }) => at[group] !== undefined).map(({ name }) => name),
  }));
  const types = groups.map(({ group, names }) => {
    const within = groups.filter((other) => other.names.length < names.length && isSubset(other.names, names));
    const base = within.toSorted((a, b) => b.names.length - a.names.length)[0];
    const others = names.filter((name) => !base?.names.includes(name)).map((name) => `'${name}'`);
    return `export type ${typeOfGroup(group)} = ${[...(base ? [typeOfGroup(base.group)] : []), ...others].join(' | ')};`;
  });
  return types.join('\n');
}

function isSubset(names: readonly string[], of: readonly string[]): boolean {
  return names.every((name) => of.includes(name));
}
