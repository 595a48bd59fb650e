import { createHash } from 'node:crypto';
import type { IssuedCertificate } from '@xs2a/certificates';
import { forAllTests } from '@xs2a/test-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { AS_JSON, CONSENT } from '../../test/endpoint-samples.ts';
import { type Signing, signed } from '../../test/sign-request.ts';
import { startGateway } from '../../test/start-gateway.ts';
import { askOverTls, qwac, useTrusted } from '../../test/tls-tpp.ts';

const BODY = JSON.stringify(CONSENT);
const COVERED = ['digest', 'x-request-id', 'psu-id'];
const SIGNATURE = '401 SIGNATURE_INVALID Signature';
const DIGEST = '401 SIGNATURE_INVALID Digest';
const DATE = '401 SIGNATURE_INVALID Date';
const NOW = Math.floor(Date.now() / 1_000);

const trusted = useTrusted();
const gateway = forAllTests(() => startGateway(trusted.env));
let client: IssuedCertificate;
let seal: IssuedCertificate;
beforeAll(async () => {
  client = await trusted.authority.issueTpp(qwac());
  seal = await trusted.authority.issueTpp(qwac({ qcType: 'seal', key: 'rsa' }));
});

type Headers = Record<string, string>;
/** A valid signature; each test case changes it, or its input. */
const make = (how: Signing = {}, own: Headers = {}, body = BODY): Headers =>
  signed(seal, body, { 'PSU-ID': 'psu-private', ...own }, how);
const inSignature = (change: (text: string) => string, how: Signing = {}): Headers => {
  const headers = make(how);
  return { ...headers, Signature: change(headers['Signature'] ?? '') };
};
const withValue = (name: string, change: (value: string) => string, how: Signing = {}, own: Headers = {}): Headers => {
  const headers = make(how, own);
  return { ...headers, [name]: change(headers[name] ?? '') };
};
const sha512 = createHash('sha512').update(BODY).digest('base64');

/** Returns the answer as `status code path`; 503 means that every check passed, because no service listens behind this gateway. */
async function answerTo(headers: Headers, body = BODY): Promise<string> {
  const sent = { headers: { ...AS_JSON, ...headers }, body };
  const { status, message } = await askOverTls(gateway.tlsUrl, trusted, client, 'POST', '/v1/consents', sent);
  return [status, message.code, message.path].filter((part) => part !== undefined).join(' ');
}

it('the unchanged signature is valid', async () => {
  expect(await answerTo(make())).toMatch(/^503/);
  expect(await answerTo(make({ covered: [...COVERED, 'date'] }, { Date: new Date().toUTCString() }))).toMatch(/^503/);
  expect(await answerTo(inSignature((text) => `${text},created=${NOW},expires=${NOW + 60}`))).toMatch(/^503/);
});

describe('the Signature header', () => {
  it.each<[string, () => Headers]>([
    ['repeats the algorithm', () => inSignature((text) => `${text},algorithm="hs2019"`)],
    ['repeats keyId', () => inSignature((text) => `keyId="SN=1,CA=CN=x",${text}`)],
    ['writes keyId in another case', () => inSignature((text) => text.replace('keyId', 'keyid'))],
    ['has blanks around the equals sign', () => inSignature((text) => text.replace('keyId=', 'keyId = '))],
    ['names its scheme', () => inSignature((text) => `Signature ${text}`)],
    ['ends with a comma', () => inSignature((text) => `${text},`)],
    ['has semicolons instead of commas', () => inSignature((text) => text.replaceAll('",', '";'))],
    [
      'has a signature without quotes',
      () => inSignature((text) => text.replace(/signature="([^"]*)"/, 'signature=$1')),
    ],
    ['escapes its quotes', () => inSignature((text) => text.replaceAll('"', '\\"'))],
    ['has a signature in base64url', () => inSignature((text) => base64url(text))],
    ['has a signature without padding', () => inSignature((text) => text.replace(/=+"$/, '"'))],
    ['has blanks in the signature', () => inSignature((text) => text.replace('signature="', 'signature=" '))],
    ['has bits after the last byte', () => inSignature((text) => text.replace(/.==("$)/, otherBits(text)))],
    ['covers nothing', () => make({ covered: [] })],
    ['covers only the digest', () => make({ covered: ['digest'] })],
    ['leaves out the PSU-ID', () => make({ covered: ['digest', 'x-request-id'] })],
    ['covers a header twice', () => make({ covered: [...COVERED, 'digest'] })],
    ['writes a covered header in capitals', () => make({ covered: ['digest', 'X-Request-ID', 'psu-id'] })],
    ['separates covered headers by two blanks', () => make({ covered: ['digest', '', 'x-request-id', 'psu-id'] })],
    ['separates covered headers by commas', () => inSignature((text) => text.replace(/(headers="[^"]*)"/, commas))],
    ['covers (created) from a later draft', () => make({ covered: [...COVERED, '(created)'] })],
    ['covers (expires) from a later draft', () => make({ covered: [...COVERED, '(expires)'] })],
    ['covers a pseudo-header of HTTP/2', () => make({ covered: [...COVERED, ':method'] })],
    ['covers 65 headers', () => make({ covered: [...COVERED, ...Array.from({ length: 62 }, (_, n) => `x-${n}`)] })],
    ['covers a property of every object', () => make({ covered: [...COVERED, '__proto__'] })],
    ['expired an hour ago', () => inSignature((text) => `${text},expires=${NOW - 3_600}`)],
    ['is created an hour in the future', () => inSignature((text) => `${text},created=${NOW + 3_600}`)],
    ['names the method in capitals', () => make({ covered: [...COVERED, TARGET], target: 'POST /v1/consents' })],
    ['was made for another method', () => make({ covered: [...COVERED, TARGET], target: 'delete /v1/consents' })],
    ['was made for another query', () => make({ covered: [...COVERED, TARGET], target: 'post /v1/consents?a=b' })],
    ['has a keyId of 2,049 characters', () => make({ keyId: `SN=1,CA=CN=${'x'.repeat(2_038)}` })],
    ['has a serial number of 4,000 digits', () => make({ keyId: `SN=${'f'.repeat(4_000)},CA=CN=x` })],
    ['has a keyId of tabs', () => make({ keyId: `SN=1,CA=x${'\t'.repeat(200)}=${'\t'.repeat(200)}\\` })],
    ['has a keyId of percent signs', () => make({ keyId: `SN=1,CA=${'%'.repeat(1_000)}` })],
    ['names its certificate in another form', () => make({ keyId: seal.certificate.slice(28, 80) })],
    ['is longer than 8,192 characters', () => inSignature((text) => `${text},x="${' '.repeat(8_192)}"`)],
    ['names no algorithm', () => inSignature((text) => text.replace(/algorithm="[^"]*",/, ''))],
    ['names another algorithm than it uses', () => make({ algorithm: 'rsa-sha512' })],
  ])('is refused if it %s', async (_, made) => expect(await answerTo(made())).toBe(SIGNATURE));
});

const TARGET = '(request-target)';
const commas = (_: string, list: string): string => `${list.replaceAll(' ', ',')}"`;
const base64url = (text: string): string =>
  text.replace(
    /signature="(.*)"$/,
    (_, value: string) => `signature="${Buffer.from(value, 'base64').toString('base64url')}_-"`,
  );
/** Returns the same bytes in base64 with different unused bits. */
const otherBits = (text: string): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return `${alphabet[alphabet.indexOf(text.at(-4) ?? '') + 1]}==$1`;
};

describe('a header of the request', () => {
  it.each<[string, () => Headers, string]>([
    ['a no-break space after PSU-ID', () => withValue('PSU-ID', (value) => `${value}\u00a0`), SIGNATURE],
    ['another PSU-ID', () => withValue('PSU-ID', () => 'psu-other'), SIGNATURE],
    ['a PSU-Corporate-ID that is not covered', () => ({ ...make(), 'PSU-Corporate-ID': 'c' }), SIGNATURE],
    ['a digest by another algorithm', () => make({}, { Digest: `SHA-256=${sha512}` }), DIGEST],
    ['two digests in one header', () => make({}, { Digest: `SHA-512=${sha512},SHA-256=AAAA` }), DIGEST],
    ['a digest with an additional byte', () => make({}, { Digest: digestOf((value) => `${value}AA==`) }), DIGEST],
    ['a digest with other unused bits', () => make({}, { Digest: digestOf(nextBits) }), DIGEST],
    ['a digest in base64url', () => make({}, { Digest: 'SHA-256=_-_-' }), DIGEST],
    ['an uncovered Date 75 minutes ago', () => make({}, { Date: httpDate(-4_500) }), DATE],
    ['an uncovered Date of now', () => make({}, { Date: httpDate(0) }), DATE],
    ['a covered Date without a time zone', () => dated(new Date().toISOString().slice(0, 19)), DATE],
  ])('is refused: %s', async (_, made, expected) => expect(await answerTo(made())).toBe(expected));
});

const httpDate = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString();
const dated = (date: string): Headers => make({ covered: [...COVERED, 'date'] }, { Date: date });
const digestOf = (change: (value: string) => string): string =>
  `SHA-256=${change(createHash('sha256').update(BODY).digest('base64'))}`;
const nextBits = (value: string): string => `${value.slice(0, -2)}${otherBits(`${value}="`).charAt(0)}=`;
