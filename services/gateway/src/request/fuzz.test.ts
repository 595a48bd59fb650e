import { appSchemeOf, Xs2aError } from '@xs2a/contracts';
import { isRedirectUri } from '@xs2a/service-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADER_FORMATS } from '../checks/headers/header-formats.ts';
import { matchesKeyId } from '../signatures/key-id.ts';
import { parseSignature } from '../signatures/parse-signature.ts';
import { readSigningCertificate } from '../signatures/signing-certificate.ts';
import { chooseType, prefersProblem } from './accept-header.ts';
import { parseJson } from './parse-json.ts';

const RUNS = { numRuns: 1_000 };
/** Text made of pieces with a meaning for the parser, and of random characters. */
const textOf = (...pieces: readonly string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 12 })))
    .map((all) => all.join(''));

describe('anything sent as JSON', () => {
  it('is read as by JSON.parse, or refused with a row of REFUSALS', () => {
    const text = textOf('{', '}', '[', ']', '"', ':', ',', '\\', '\\u', '"a":', '"__proto__":', 'true', '1e400', ' ');
    fc.assert(
      fc.property(fc.oneof(text, fc.json()), (sent) => {
        try {
          expect(parseJson(Buffer.from(sent))).toEqual(JSON.parse(sent));
        } catch (error) {
          expect(error).toBeInstanceOf(Xs2aError);
          expect((error as Xs2aError).refusal.code).toBe('FORMAT_ERROR');
        }
      }),
      RUNS,
    );
  });

  it('is read or refused, even arbitrary bytes, and never changes a prototype', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          parseJson(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(Xs2aError);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('any text sent in a header', () => {
  it.each([...HEADER_FORMATS])('either fits the format of %s or not, without an exception', (_name, format) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (value) => {
        expect(typeof format.fits(value)).toBe('boolean');
      }),
      RUNS,
    );
  });

  it('is a valid redirect address only as web or app address without user information', () => {
    const text = textOf(
      'https://',
      'http:',
      'javascript:',
      'com.app:',
      'my-app:',
      'data:',
      '//',
      '@',
      '\\',
      'a.example',
      '/',
      '%2f',
      '#',
      ':',
    );
    fc.assert(
      fc.property(text, (value) => {
        if (!isRedirectUri(value)) return;
        const { protocol, username, password } = new URL(value);
        expect([username, password]).toEqual(['', '']);
        expect(/^https?:$/.test(protocol) || appSchemeOf(protocol.slice(0, -1)) !== undefined).toBe(true);
        expect(protocol).not.toMatch(/^(javascript|data|blob|file):$/);
        expect(value).not.toMatch(/[\s\\"'<>]/);
      }),
      RUNS,
    );
  });

  it('selects an offered type or none, as Accept', () => {
    const offered = ['application/json', 'application/xml'];
    fc.assert(
      fc.property(textOf('application/', 'json', '*/*', ';q=', '0.5', ',', 'xml', 'problem+json'), (accept) => {
        expect([undefined, ...offered]).toContain(chooseType(accept, offered));
        expect(typeof prefersProblem(accept)).toBe('boolean');
      }),
      RUNS,
    );
  });

  it('is parsed or not, as Signature, keyId or certificate, without an exception', () => {
    const certificate = { serialNumber: 17n, issuer: [['CN', 'A']] } as unknown as Parameters<typeof matchesKeyId>[1];
    fc.assert(
      fc.property(textOf('keyId="', 'SN=11', ',CA=', 'CN=', '",', 'headers="digest"', '%', '\\', '+', '"'), (value) => {
        expect(parseSignature(value)?.covered).not.toEqual([]);
        if (matchesKeyId(value, certificate)) expect(value).toMatch(/^SN=0*11,\s*CA=/);
        expect(readSigningCertificate(value).der).toBeInstanceOf(Buffer);
      }),
      RUNS,
    );
  });
});
