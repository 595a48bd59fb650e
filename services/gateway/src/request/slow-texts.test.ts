import type { TppCertificate } from '@xs2a/certificates';
import { notificationAddress } from '@xs2a/contracts';
import { pumpedTexts, slowLength } from '@xs2a/test-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForwarded } from '../certificates/forwarded-certificate.ts';
import { HEADER_FORMATS } from '../checks/headers/header-formats.ts';
import { addressRefusal } from '../routing/addresses.ts';
import { matchesKeyId } from '../signatures/key-id.ts';
import { parseSignature } from '../signatures/parse-signature.ts';
import { isNear } from '../signatures/signature-time.ts';
import { readSigningCertificate } from '../signatures/signing-certificate.ts';
import { chooseType, prefersProblem } from './accept-header.ts';
import { languageOf } from './accept-language.ts';
import { parseJson } from './parse-json.ts';

const RUNS = { numRuns: 300 };
const certificate = { serialNumber: 1n, issuer: [['CN', 'x']] } as unknown as TppCertificate;
const TYPES = ['application/json', 'application/xml', 'text/plain'];
const BLANKS = [' ', '\t', '\u00a0', '\n'];
const PEM = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----', '-', 'MIIB', 'A', '='];

const ACCEPT = [
  ' ',
  '\t',
  ',',
  ';',
  'q=',
  '0.',
  '*/*',
  'application/json',
  'application/problem+json',
  'hr',
  '-',
  'en',
  '1',
];

/** Each parser that request data reaches, with the text pieces that have a meaning for it. */
const PARSERS: readonly [string, (text: string) => unknown, readonly string[]][] = [
  [
    'keyId',
    // Longer ones are refused because of their length.
    (text) => matchesKeyId(`SN=1,CA=${text.slice(0, 2_000)}`, certificate),
    [...BLANKS, 'CN', '=', ',', ';', '+', '"', '\\', '%', '%20', 'OID.', 'x'],
  ],
  [
    'Signature',
    (text) => parseSignature(text.slice(0, 8_192)),
    [...BLANKS, 'keyId="', '"', ',', '=', '\\', '1', 'headers="digest', 'signature="AAAA', '(', '%'],
  ],
  ['TPP-Signature-Certificate', readSigningCertificate, [...BLANKS, ...PEM, '%', '"']],
  [
    'X-Forwarded-Client-Cert',
    readForwarded,
    [...PEM.map(encodeURIComponent), 'Cert="', 'Chain=', '"', '\\', ';', ',', '%', ' ', '\t'],
  ],
  ['Accept', (text) => [chooseType(text, TYPES), prefersProblem(`${text}application/problem+json`)], ACCEPT],
  ['PSU-Accept-Language', (text) => languageOf({ headers: { 'psu-accept-language': text } }), ACCEPT],
  ['Date', (text) => isNear(text, new Date()), [...BLANKS, 'Sun, ', '22', 'Nov', ':', 'GMT', '(', ')', '-']],
  [
    'TPP-Notification-URI',
    (text) => notificationAddress(text, new Set()),
    ['https://', 'a', '.', '/', '@', ':', '[', ']', '%', '\\', '?', '#', 'xn--', '0x'],
  ],
  [
    'an address',
    (text) => addressRefusal('GET', `/v1/${text}`),
    ['/', '%', '%2f', '.', '..', 'v1', 'consents', 'accounts', ':', ';', '*'],
  ],
  [
    'a body in JSON',
    (text) => parseJson(Buffer.from(text)),
    [...BLANKS, '"', '\\', '\\u', '{', '[', '}', ']', ':', ',', '0', '1e', '-', '"a":', 'true'],
  ],
];

describe('a repetitive text', () => {
  it.each(PARSERS)('costs no parser much CPU: %s', async (_, parse, pieces) => {
    await fc.assert(
      fc.asyncProperty(pumpedTexts(...pieces), async (text) => {
        expect(await slowLength(parse, text)).toBeUndefined();
      }),
      RUNS,
    );
  });

  it.each([...HEADER_FORMATS])('costs no check of a header format much CPU: %s', async (_, { fits }) => {
    const pieces = [
      ...BLANKS,
      'a',
      '0',
      '-',
      '.',
      ':',
      ';',
      '/',
      '@',
      '%',
      '[',
      'https://',
      'status=',
      'SCA',
      ',',
      'GEO:',
    ];
    await fc.assert(
      fc.asyncProperty(pumpedTexts(...pieces), async (text) => {
        expect(await slowLength(fits, text)).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });
});

it('this test detects a parser with quadratic or cubic running time', async () => {
  const cubic = /\s*([^=]+)=("(?:[^"\\]|\\.)*"|(?:[^,\\]|\\.)*)\s*(?:,|$)/g;
  const tabs = { fixed: 'x', pump: '\t' };
  const text = { parts: [tabs, { fixed: '=', pump: '\t' }], end: '\\' };
  expect(await slowLength((one) => [...one.matchAll(cubic)], text)).toMatch(/ms of CPU/);
  expect(await slowLength((one) => /\t+$/.test(one), { parts: [tabs], end: 'x' })).toMatch(/ms of CPU/);
});
