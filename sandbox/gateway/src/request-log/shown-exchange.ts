import type { EndpointKey } from '@xs2a/contracts';
import {
  alternativesOf,
  type DescribedOperation,
  describedOperation,
  type FieldSchema,
} from './described-operation.ts';

/** Fields of the interface whose value nobody may read again: passwords, codes, and pictures that contain them. */
const SECRET_FIELDS = new Set([
  'password',
  'encryptedPassword',
  'additionalPassword',
  'additionalEncryptedPassword',
  'scaAuthenticationData',
  'confirmationCode',
  'image',
  'imageLink',
  'data',
]);
/** Headers of HTTP that are no part of the interface and have no secret. */
const HTTP_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'allow',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'host',
  'link',
  'retry-after',
  'traceparent',
  'transfer-encoding',
  'user-agent',
  'vary',
  'x-content-type-options',
  'x-request-id',
]);
/** The random part of an `scaRedirect` link opens the authorisation. */
const LINK_SECRET = /(\/sca\/)[A-Za-z0-9._~-]{16,}/g;
/** Name and password before the host of an address. */
const USER_INFORMATION = /(\/\/)[^/?#]*@/;
const MASK = '***';
const NAME_CHARACTERS_MAX = 50;
/** Bodies of more bytes are not read: few fields of them would be kept. */
const JSON_BYTES_MAX = 65_536;

/** Body of an exchange, and how it arrived or was answered. */
interface SentBody {
  readonly type: string;
  /** The interface has taken it: a message in XML was found valid by its schema. */
  readonly isTaken: boolean;
}

/**
 * Requests and answers of one endpoint as the request log shows them (decision 83): fields, headers and parameters that the published
 * interface names, except secrets; for everything else type and length.
 */
export class ShownExchange {
  readonly #operation: DescribedOperation;

  constructor(endpoint: EndpointKey) {
    this.#operation = describedOperation(endpoint);
  }

  requestBody(body: Buffer, sent: SentBody): string {
    return shownBody(body, sent, this.#operation.request);
  }

  answerBody(body: Buffer, sent: SentBody): string {
    return shownBody(body, sent, this.#operation.answer);
  }

  /** The address with its path, and the parameters that this endpoint reads. */
  address(address: string): string {
    const [path, query] = split(address, '?');
    return query === undefined ? path : `${path}?${shownQuery(query, this.#operation.query)}`;
  }

  /** The value of a header that the interface or HTTP names. */
  header(name: string, value: string): string {
    const lower = name.toLowerCase();
    const isKnown = lower !== 'authorization' && this.#operation.headers.has(lower);
    if (!isKnown && !HTTP_HEADERS.has(lower)) return lengthOf(value);
    return shownAddress(value).replaceAll(LINK_SECRET, `$1${MASK}`);
  }
}

function shownBody(body: Buffer, { type, isTaken }: SentBody, schemas: readonly FieldSchema[]): string {
  if (body.length === 0) return '';
  const unread = `(${body.length} bytes of ${type.slice(0, NAME_CHARACTERS_MAX) || 'no type'})`;
  if (!type.includes('json')) return isTaken ? body.toString('utf8') : unread;
  if (body.length > JSON_BYTES_MAX) return unread;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return JSON.stringify(shownValue(value, schemas.flatMap(alternativesOf)), null, 2).replaceAll(
      LINK_SECRET,
      `$1${MASK}`,
    );
  } catch {
    return unread;
  }
}

/** The value as far as one of the schemas has it. */
function shownValue(value: unknown, schemas: readonly FieldSchema[]): unknown {
  if (Array.isArray(value)) {
    const items = schemas.flatMap(({ items: one }) => (one === undefined ? [] : alternativesOf(one)));
    return items.length === 0 ? lengthOf(value) : value.map((item) => shownValue(item, items));
  }
  if (typeof value === 'object' && value !== null) {
    if (!schemas.some(isOfFields)) return lengthOf(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [shownName(name), shownField(name, inner, schemas)]),
    );
  }
  return schemas.some((schema) => isOfType(value, schema)) ? value : lengthOf(value);
}

function shownField(name: string, value: unknown, schemas: readonly FieldSchema[]): unknown {
  if (SECRET_FIELDS.has(name)) return lengthOf(value);
  const own = schemas.flatMap(({ properties = {}, additionalProperties }) => {
    if (Object.hasOwn(properties, name)) return [properties[name] ?? {}];
    return typeof additionalProperties === 'object' ? [additionalProperties] : [];
  });
  return own.length === 0 ? lengthOf(value) : shownValue(value, own.flatMap(alternativesOf));
}

const isOfFields = ({ properties, additionalProperties }: FieldSchema): boolean =>
  properties !== undefined || typeof additionalProperties === 'object';

/** Booleans and numbers may be sent as text (decision 14). */
function isOfType(value: unknown, { type, enum: values, const: only }: FieldSchema): boolean {
  if (value === null) return true;
  if (values !== undefined || only !== undefined) return values?.includes(value) ?? value === only;
  const types = [type ?? []].flat();
  if (typeof value === 'string') return types.includes('string') || isTextOf(value, types);
  return types.includes(typeof value) || (typeof value === 'number' && types.includes('integer'));
}

function isTextOf(value: string, types: readonly string[]): boolean {
  if (types.includes('boolean') && /^(?:true|false)$/i.test(value)) return true;
  return (types.includes('integer') || types.includes('number')) && /^\d{1,9}$/.test(value);
}

/** An address without what is secret in it, whether or not it is one that is accepted. Any other text has none of these parts. */
function shownAddress(text: string): string {
  const [address, fragment]: readonly [string, string?] = URL.canParse(text) ? split(text, '#') : [text];
  const [start, query] = split(address.replace(USER_INFORMATION, `$1${MASK}@`), '?');
  const shown = query === undefined ? start : `${start}?${shownQuery(query, new Set())}`;
  return fragment === undefined ? shown : `${shown}#${MASK}`;
}

function shownQuery(query: string, names: ReadonlySet<string>): string {
  const parameters = query.split('&').map((parameter) => {
    const [name, value] = split(parameter, '=');
    if (names.has(name)) return parameter;
    return value === undefined ? lengthOf(name) : `${shownName(name)}=${lengthOf(value)}`;
  });
  return parameters.join('&');
}

function shownName(name: string): string {
  return name.length > NAME_CHARACTERS_MAX ? `${name.slice(0, NAME_CHARACTERS_MAX)}…` : name;
}

function lengthOf(value: unknown): string {
  if (Array.isArray(value)) return `(array of ${value.length})`;
  if (typeof value === 'object' && value !== null) return `(object of ${Object.keys(value).length} fields)`;
  return `(${typeof value} of ${String(value).length} characters)`;
}

function split(text: string, at: string): [string, string?] {
  const index = text.indexOf(at);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
