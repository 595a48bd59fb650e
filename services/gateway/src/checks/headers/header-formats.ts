import { isIP } from 'node:net';
import { HEADER_RULES, type HeaderFormat, type HeaderRule, TRUTH, Xs2aError } from '@xs2a/contracts';
import type { Call } from '../../request/call.ts';
import { isRedirectUri } from './redirect-uri.ts';
import { isUuid } from './request-id.ts';

/** The format of a header: as a test for the gateway, as a JSON schema for the published interface. */
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
const truth: Format = { fits: (value) => TRUTH.test(value), schema: { type: 'string', pattern: TRUTH.source } };
const anything: Format = { fits: () => true, schema: { type: 'string' } };
const GEO_LOCATION = /^GEO:-?[0-9]{1,2}\.[0-9]{6};-?[0-9]{1,3}\.[0-9]{6}$/;
const geoLocation: Format = {
  fits: (value) => GEO_LOCATION.test(value),
  schema: { type: 'string', pattern: GEO_LOCATION.source },
};
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
  truth,
  address,
  port,
  method: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  place: geoLocation,
  uri,
  text50: upTo(50),
  text100: upTo(100),
  own: anything,
};

/** Other headers that may be sent once only; for Host see RFC 9112 3.2. */
const OTHERS = ['host', 'content-type', 'x-sandbox-tpp'];

/** The formats by header name in lower case. A header may be sent once: Node would join repeated ones into one value. */
export const HEADER_FORMATS: ReadonlyMap<string, Format> = new Map([
  ...HEADER_RULES.map(({ name, format }) => [name.toLowerCase(), FORMATS[format]] as const),
  ...OTHERS.map((name) => [name, anything] as const),
]);

function namesOf(fits: (rule: HeaderRule) => boolean): ReadonlySet<string> {
  return new Set(HEADER_RULES.filter(fits).map(({ name }) => name.toLowerCase()));
}

const TRUTHS = namesOf(({ format }) => format === 'truth');
const LISTS = namesOf(({ isList }) => isList === true);

/**
 * Every header of the interface must be well formed, also where the endpoint does not use it. The checks after this one read
 * booleans in lower case.
 */
export function headerFormats({ rawHeaders, headers }: Call): void {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    const name = sent.toLowerCase();
    const format = HEADER_FORMATS.get(name);
    if (format === undefined || LISTS.has(name)) continue;
    if (seen.includes(name)) throw new Xs2aError('headerInvalid', { path: sent, text: 'must be sent once' });
    seen.push(name);
    const value = rawHeaders[index + 1] ?? '';
    if (value === '') continue;
    if (!format.fits(value)) throw new Xs2aError('headerInvalid', { path: sent });
    if (TRUTHS.has(name)) headers[name] = value.toLowerCase();
  }
}
