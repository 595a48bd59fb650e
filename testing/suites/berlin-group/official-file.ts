import { readFileSync } from 'node:fs';
import type { AspspProfile } from '@xs2a/contracts';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';

interface Media {
  readonly schema?: object;
  readonly examples?: Record<string, { $ref?: string; value?: unknown }>;
}
interface Answer {
  readonly $ref?: string;
  readonly content?: Record<string, Media>;
  readonly headers?: Record<string, unknown>;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, Answer>;
}
interface Document {
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, Operation>>;
}

/** A response as received. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** Returns a name as a segment of a JSON pointer. */
const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** OpenAPI 3.0 marks exclusive bounds with a flag, JSON Schema with the bound itself. */
function inJsonSchema<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inJsonSchema) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { exclusiveMinimum, minimum, ...others } = value as Record<string, unknown>;
  const bound = exclusiveMinimum === true ? { exclusiveMinimum: minimum } : minimum === undefined ? {} : { minimum };
  return Object.fromEntries(
    Object.entries({ ...others, ...bound }).map(([name, inner]) => [name, inJsonSchema(inner)]),
  ) as T;
}

/** Returns the settings by which answers follow a file of this version. */
export function settingsFor(version: string): Pick<AspspProfile, 'edition' | 'fundsMessage'> {
  const isEarlier = version.startsWith('1.3.11');
  return { edition: isEarlier ? '1.3.11' : '1.3.16', fundsMessage: !isEarlier };
}

/** The OpenAPI file of the Berlin Group, unchanged. */
export class OfficialFile {
  readonly #document: Document;
  readonly #ajv: Ajv;
  readonly #routes: { method: string; pattern: RegExp; path: string; operation: Operation }[];
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(path: string) {
    this.#document = parse(readFileSync(path, 'utf8'), { merge: true }) as Document;
    this.#ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true, unicodeRegExp: false });
    formats.default(this.#ajv);
    this.#ajv.addSchema({ ...inJsonSchema(this.#document), $id: 'official' });
    this.#routes = Object.entries(this.#document.paths).flatMap(([route, operations]) =>
      Object.entries(operations)
        .filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method))
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          pattern: new RegExp(`^${route.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
          path: route,
          operation,
        })),
    );
    // `/v1/accounts/{account-id}/balances` before `/v1/{payment-service}/{payment-product}/{paymentId}`.
    const parameters = ({ path: route }: { path: string }): number => route.split('{').length;
    this.#routes.sort((one, other) => parameters(one) - parameters(other));
  }

  get version(): string {
    return this.#document.info.version;
  }

  /** Returns the value of a named example. */
  example(name: string): unknown {
    return structuredClone((this.#at(`#/components/examples/${escaped(name)}`) as { value: unknown }).value);
  }

  /** Returns the examples for the body of an operation, by their name in the file. */
  requestExamples(component: string, type = 'application/json'): Map<string, unknown> {
    const { content } = this.#at(`#/components/requestBodies/${escaped(component)}`) as {
      content: Record<string, Media>;
    };
    const examples = Object.entries(content[type]?.examples ?? {}).map(([name, { $ref, value }]) => {
      const given = $ref === undefined ? value : (this.#at($ref) as { value: unknown }).value;
      return [name, structuredClone(given)] as const;
    });
    return new Map(examples);
  }

  /** Returns the differences between a response and the file, including an undocumented status or media type. */
  faultsOf({ method, path, status, type, body }: Received): string[] {
    const route = this.#routeOf(method, path);
    if (route === undefined) return ['no such operation'];
    const { operation, path: template } = route;
    const given = operation.responses[status];
    if (given === undefined) return [`${operation.operationId}: status ${status}`];
    const pointer = given.$ref ?? `#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${status}`;
    const answer = given.$ref === undefined ? given : (this.#at(given.$ref) as Answer);
    if (body === undefined) return answer.content === undefined || status >= 400 ? [] : ['no body'];
    const [media] = type.split(';');
    const content = answer.content?.[media ?? ''];
    if (content === undefined) return [`${operation.operationId} ${status}: ${media}`];
    const validate = this.#validatorOf(`official${pointer}/content/${escaped(media ?? '')}/schema`);
    if (validate(body)) return [];
    // Where alternatives overlap, even the file's own examples match more than one.
    const errors = (validate.errors ?? []).filter(({ params }) => !Array.isArray(params['passingSchemas']));
    return errors.map(
      ({ instancePath, message, params }) =>
        `${operation.operationId} ${status} ${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Returns the operationId of an address. */
  operationAt(method: string, path: string): string | undefined {
    return this.#routeOf(method, path)?.operation.operationId;
  }

  #routeOf(method: string, path: string) {
    return this.#routes.find((route) => route.method === method && route.pattern.test(path));
  }

  #validatorOf(reference: string): ValidateFunction {
    const known = this.#compiled.get(reference);
    if (known !== undefined) return known;
    const validate = this.#ajv.compile({ $ref: reference });
    this.#compiled.set(reference, validate);
    return validate;
  }

  #at(pointer: string): unknown {
    return pointer
      .slice(2)
      .split('/')
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], this.#document);
  }
}
