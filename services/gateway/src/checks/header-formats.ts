import { isIP } from 'node:net';
import { HEADER_RULES, type HeaderFormat, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../call.ts';
import { isRedirectUri } from './redirect-uri.ts';
import { isUuid } from './request-id.ts';

/** How a header is written: for the gateway as a question, for the reader of the published interface as a JSON schema. */
interface Format {
  readonly fits: (value: string) => boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

const upTo = (maxLength: number): Format => ({
  fits: (value) => value.length > 0 && value.length <= maxLength,
  schema: { type: 'string', minLength: 1, maxLength },
});
const oneOf = (...values: readonly string[]): Format => ({
  fits: (value) => values.includes(value),
  schema: { type: 'string', enum: values },
});
const uuid: Format = { fits: isUuid, schema: { type: 'string', format: 'uuid' } };
const uri: Format = { fits: isRedirectUri, schema: { type: 'string', format: 'uri', maxLength: 2_048 } };
/** Kinds of status, none of them twice. */
const STATUSES = /^status=(?!.*\b(SCA|PROCESS|LAST)\b.*\b\1\b)(?:SCA|PROCESS|LAST)(?:,(?:SCA|PROCESS|LAST)){0,2}$/;
const statuses: Format = {
  fits: (value) => STATUSES.test(value),
  schema: { type: 'string', pattern: STATUSES.source },
};
const anything: Format = { fits: () => true, schema: { type: 'string' } };
const PLACE = /^GEO:-?[0-9]{1,2}\.[0-9]{6};-?[0-9]{1,3}\.[0-9]{6}$/;
const place: Format = { fits: (value) => PLACE.test(value), schema: { type: 'string', pattern: PLACE.source } };
const port: Format = {
  fits: (value) => /^[0-9]{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535,
  schema: { type: 'integer', minimum: 1, maximum: 65_535 },
};
const address: Format = {
  fits: (value) => isIP(value) !== 0,
  schema: { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
};

const FORMATS: Readonly<Record<HeaderFormat, Format>> = {
  uuid,
  truth: oneOf('true', 'false'),
  address,
  port,
  method: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  place,
  uri,
  statuses,
  text50: upTo(50),
  text100: upTo(100),
  own: anything,
};

/** Headers besides those of the interface that may be sent once; of Host RFC 9112 3.2 says so. */
const OTHERS = ['host', 'content-type', 'x-sandbox-tpp'];

/**
 * How headers are written, by name in lower case. Each may be sent once: Node would join repeated ones into one value
 * that means neither.
 */
export const HEADER_FORMATS: ReadonlyMap<string, Format> = new Map([
  ...HEADER_RULES.map(({ name, format }) => [name.toLowerCase(), FORMATS[format]] as const),
  ...OTHERS.map((name) => [name, anything] as const),
]);

/** Whatever header of the interface is sent must be well formed, at every endpoint. */
export function headerFormats({ rawHeaders }: Call): void {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    const name = sent.toLowerCase();
    const format = HEADER_FORMATS.get(name);
    if (format === undefined) continue;
    if (seen.includes(name)) throw new Xs2aError('headerInvalid', { path: sent, text: 'must be sent once' });
    seen.push(name);
    if (!format.fits(rawHeaders[index + 1] ?? '')) throw new Xs2aError('headerInvalid', { path: sent });
  }
}
