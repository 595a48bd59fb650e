import { ENDPOINTS, type EndpointKey, routesOf } from '@xs2a/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Seen } from '../black-box.ts';
import { fitsRoute } from '../endpoint-at.ts';

interface Media {
  readonly schema?: object;
}
interface Described {
  readonly responses?: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, Media>> }>
  >;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

const BASE = 'openapi.json';

/** Validates answers against the OpenAPI document that the instance itself publishes. */
export class PublishedForm {
  readonly #document: Document;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: unknown) {
    this.#document = document as Document;
    // A document may use OpenAPI keywords beside those of JSON schema, and formats without a validator.
    this.#ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
    this.#ajv.addSchema({ ...(document as object), $id: BASE });
  }

  /** Returns the rows of ENDPOINTS that the document does not have. */
  missing(): EndpointKey[] {
    return (Object.keys(ENDPOINTS) as EndpointKey[]).filter((key) =>
      routesOf(key).every((route) => this.#describedAt(route.replaceAll(/:(\w+)/g, '{$1}'), key) === undefined),
    );
  }

  /** Returns the difference between an answer and the published form; undefined if there is none. */
  faultOf({ endpoint, path, status, headers, text, body }: Seen): string | undefined {
    if (endpoint === undefined) return undefined;
    const template = this.#templateOf(path, endpoint);
    const described = template === undefined ? undefined : this.#describedAt(template, endpoint);
    if (template === undefined || described === undefined) return `${endpoint} is not published`;
    const method = ENDPOINTS[endpoint].method.toLowerCase();
    const at = ['paths', template, method, 'responses', String(status)];
    const found = described.responses?.[status];
    if (found === undefined) return `status ${status} is not published`;
    const place = found.$ref === undefined ? at : found.$ref.replace('#/', '').split('/').map(unescaped);
    const content = this.#at(place)?.content;
    if (text === '') return content === undefined || status >= 400 || status === 202 ? undefined : 'no body';
    if (content === undefined) return 'a body where none is published';
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    if (!Object.hasOwn(content, type)) return `media type ${type} is not published`;
    if (!/\bjson$/.test(type)) return undefined;
    const validate = this.#validatorAt([...place, 'content', type, 'schema']);
    return validate(body) ? undefined : this.#ajv.errorsText(validate.errors, { dataVar: 'answer' });
  }

  #templateOf(path: string, key: EndpointKey): string | undefined {
    return routesOf(key)
      .find((route) => fitsRoute(route, path))
      ?.replaceAll(/:(\w+)/g, '{$1}');
  }

  #describedAt(template: string, key: EndpointKey): Described | undefined {
    return this.#document.paths[template]?.[ENDPOINTS[key].method.toLowerCase()];
  }

  #at(place: readonly string[]): { readonly content?: Readonly<Record<string, Media>> } | undefined {
    return place.reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      this.#document,
    ) as { readonly content?: Readonly<Record<string, Media>> } | undefined;
  }

  #validatorAt(place: readonly string[]): ValidateFunction {
    const pointer = `${BASE}#/${place.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const known = this.#compiled.get(pointer);
    if (known !== undefined) return known;
    const made = this.#ajv.compile({ $ref: pointer });
    this.#compiled.set(pointer, made);
    return made;
  }
}

function unescaped(name: string): string {
  return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
}
