import { isIP } from 'node:net';
import { Xs2aError } from '@xs2a/contracts';
import type { Call } from '../call.ts';
import { isRedirectUri } from './redirect-uri.ts';
import { isUuid } from './request-id.ts';

type Format = (value: string) => boolean;

const upTo =
  (charactersMax: number): Format =>
  (value) =>
    value.length > 0 && value.length <= charactersMax;
const truth: Format = (value) => value === 'true' || value === 'false';
const port: Format = (value) => /^[0-9]{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
const verb: Format = (value) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(value);
const place: Format = (value) => /^GEO:-?[0-9]{1,2}\.[0-9]{6};-?[0-9]{1,3}\.[0-9]{6}$/.test(value);
const anything: Format = () => true;

/**
 * How the headers of the interface are written (interface 5.3; field guide 6.1), by name in lower case. Each may be
 * sent once: Node would join repeated ones into one value that means neither.
 */
export const HEADER_FORMATS: ReadonlyMap<string, Format> = new Map([
  ['x-request-id', isUuid],
  ['consent-id', upTo(100)],
  ['psu-id', upTo(100)],
  ['psu-id-type', upTo(50)],
  ['psu-corporate-id', upTo(100)],
  ['psu-corporate-id-type', upTo(50)],
  ['psu-ip-address', (value) => isIP(value) !== 0],
  ['psu-ip-port', port],
  ['psu-http-method', verb],
  ['psu-device-id', isUuid],
  ['psu-geo-location', place],
  ['tpp-redirect-preferred', truth],
  ['tpp-decoupled-preferred', truth],
  ['tpp-explicit-authorisation-preferred', truth],
  ['tpp-rejection-nofunds-preferred', truth],
  ['tpp-redirect-uri', isRedirectUri],
  ['tpp-nok-redirect-uri', isRedirectUri],
  ['content-type', anything],
  ['signature', anything],
  ['digest', anything],
  ['tpp-signature-certificate', anything],
  ['x-sandbox-tpp', anything],
] satisfies [string, Format][]);

/** Whatever header of the interface is sent must be well formed, at every endpoint. */
export function headerFormats({ rawHeaders }: Call): void {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    const name = sent.toLowerCase();
    const isWellFormed = HEADER_FORMATS.get(name);
    if (isWellFormed === undefined) continue;
    if (seen.includes(name)) throw new Xs2aError('headerInvalid', { path: sent, text: 'must be sent once' });
    seen.push(name);
    if (!isWellFormed(rawHeaders[index + 1] ?? '')) throw new Xs2aError('headerInvalid', { path: sent });
  }
}
