import { isIP } from 'node:net';
import {
  BOOLEAN_TEXT,
  type Fault,
  HEADER_RULES,
  type HeaderFormat,
  type HeaderRule,
  refuseFaults,
} from '@xs2a/contracts';
import { isRedirectUri, redirectUriFault } from '@xs2a/service-kit';
import type { Call } from '../../request/call.ts';
import { isUuid } from './is-uuid.ts';

/** Format of a header: a test for the gateway, and a JSON schema for the published interface. */
interface Format {
  readonly fits: (value: string) => boolean;
  /** Description of valid values, for the TPP. */
  readonly words: string;
  /** A more precise description of the fault, if possible. */
  readonly faultOf?: (value: string) => string | undefined;
  readonly schema: Readonly<Record<string, unknown>>;
}

const upTo = (maxLength: number): Format => ({
  fits: (value) => value.length > 0 && value.length <= maxLength,
  words: `must be a text of 1 to ${maxLength} characters`,
  schema: { type: 'string', minLength: 1, maxLength },
});
const oneOf = (...values: readonly string[]): Format => ({
  fits: (value) => values.includes(value),
  words: `must be one of ${values.join(', ')}`,
  schema: { type: 'string', enum: values },
});
const uuid: Format = {
  fits: isUuid,
  words: 'must be a UUID such as 99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
  schema: { type: 'string', format: 'uuid' },
};
const uri: Format = {
  fits: isRedirectUri,
  faultOf: redirectUriFault,
  words:
    'must be an absolute address of at most 2048 characters, such as https://tpp.example/ok or com.example.app:/ok, without user name, fragment and blanks',
  schema: { type: 'string', format: 'uri', maxLength: 2_048 },
};
const truth: Format = {
  fits: (value) => BOOLEAN_TEXT.test(value),
  words: 'must be true or false',
  schema: { type: 'string', pattern: BOOLEAN_TEXT.source },
};
const anything: Format = { fits: () => true, words: 'may be any text', schema: { type: 'string' } };
const GEO_LOCATION = /^GEO:-?[0-9]{1,2}\.[0-9]{6};-?[0-9]{1,3}\.[0-9]{6}$/;
const geoLocation: Format = {
  fits: (value) => GEO_LOCATION.test(value),
  words: 'must be GEO:latitude;longitude with six decimals each, such as GEO:45.815011;15.981919',
  schema: { type: 'string', pattern: GEO_LOCATION.source },
};
const port: Format = {
  fits: (value) => /^[0-9]{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535,
  words: 'must be a port number from 1 to 65535',
  schema: { type: 'integer', minimum: 1, maximum: 65_535 },
};
const address: Format = {
  fits: (value) => isIP(value) !== 0,
  words: 'must be one IPv4 or IPv6 address without a port, such as 192.0.2.10',
  // OpenAPI Generator has no type for a string with alternative formats: its TypeScript clients could not send any.
  schema: { type: 'string', pattern: '^[0-9A-Fa-f:.]{2,45}$' },
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

/** Other headers that may be sent only once; for Host see RFC 9112 3.2. */
const OTHERS = ['host', 'content-type', 'x-sandbox-tpp'];

/** Formats by header name in lower case. A header may be sent only once, because Node joins repeated ones into one value. */
export const HEADER_FORMATS: ReadonlyMap<string, Format> = new Map([
  ...HEADER_RULES.map(({ name, format }) => [name.toLowerCase(), FORMATS[format]] as const),
  ...OTHERS.map((name) => [name, anything] as const),
]);

function namesOf(fits: (rule: HeaderRule) => boolean): ReadonlySet<string> {
  return new Set(HEADER_RULES.filter(fits).map(({ name }) => name.toLowerCase()));
}

const TRUTHS = namesOf(({ format }) => format === 'truth');
const LISTS = namesOf(({ isList }) => isList === true);

/** Checks the format of every header of the interface, even if the endpoint does not use it. Later checks expect booleans in lower case. */
export function headerFormats({ rawHeaders, headers }: Call): void {
  const seen: string[] = [];
  const faults: Fault[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    const name = sent.toLowerCase();
    const format = HEADER_FORMATS.get(name);
    if (format === undefined || LISTS.has(name)) continue;
    const value = rawHeaders[index + 1] ?? '';
    if (seen.includes(name)) faults.push({ situation: 'headerInvalid', path: sent, text: 'must be sent once' });
    else if (value !== '' && !format.fits(value)) {
      faults.push({ situation: 'headerInvalid', path: sent, text: format.faultOf?.(value) ?? format.words });
    } else if (TRUTHS.has(name) && value !== '') headers[name] = value.toLowerCase();
    seen.push(name);
  }
  refuseFaults(faults);
}
