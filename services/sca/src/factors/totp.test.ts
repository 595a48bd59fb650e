import { describe, expect, it } from 'vitest';
import { base32Of, stepAt, stepOfCode, totpAt, totpLink } from './totp.ts';

/** RFC 6238, appendix B, SHA-1; RFC 4226, appendix D. */
const SECRET = Buffer.from('12345678901234567890');

describe('TOTP', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('equals the test vector of RFC 6238 at second %d', (second, code) => {
    const step = stepAt(new Date(second * 1_000));
    expect(totpAt(SECRET, step, 8)).toBe(code);
    expect(totpAt(SECRET, step)).toBe(code.slice(2));
  });

  it('computes the HOTP values of RFC 4226, Appendix D', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
    expect(codes.map((_, counter) => totpAt(SECRET, counter))).toEqual(codes);
  });

  it('accepts the current time step and its neighbours, and no other', () => {
    const at = new Date(1_234_567_890_000);
    const off = [-2, -1, 0, 1, 2].map((steps) => stepOfCode(SECRET, totpAt(SECRET, stepAt(at) + steps), at));
    expect(off).toEqual([undefined, stepAt(at) - 1, stepAt(at), stepAt(at) + 1, undefined]);
    for (const wrong of ['', '00000', '0000000', 'abcdef']) expect(stepOfCode(SECRET, wrong, at)).toBeUndefined();
  });

  it('encodes its secret for an app in Base32 (RFC 4648, 10), with bank and PSU', () => {
    expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32Of(Buffer.from(text)))).toEqual([
      'MY',
      'MZXQ',
      'MZXW6',
      'MZXW6YQ',
      'MZXW6YTB',
      'MZXW6YTBOI',
    ]);
    expect(totpLink(SECRET, 'Demo banka', 'Ana & Ivo')).toBe(
      'otpauth://totp/Demo%20banka:Ana%20%26%20Ivo?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Demo%20banka&algorithm=SHA1&digits=6&period=30',
    );
  });
});
