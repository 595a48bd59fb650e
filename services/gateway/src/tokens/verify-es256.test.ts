import { createLocalJWKSet, errors, exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyEs256 } from './verify-es256.ts';

const NOW = new Date('2026-11-24T10:00:00Z');
const SECONDS = NOW.getTime() / 1_000;
const EXPECTED = { issuer: 'https://bank.example', audience: 'xs2a', currentDate: NOW };
const CLAIMS = { iss: 'https://bank.example', aud: 'xs2a', sub: 'u', exp: SECONDS + 60 };
const SIGNATURES = 200;

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let getKey: ReturnType<typeof createLocalJWKSet>;
beforeAll(async () => {
  keys = await generateKeyPair('ES256');
  getKey = createLocalJWKSet({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' }] });
});

const sign = (claims: object, header: object = {}): Promise<string> =>
  new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(keys.privateKey);
const ofJose = (token: string) => jwtVerify(token, getKey, { ...EXPECTED, algorithms: ['ES256'] });
const nameOf = (verified: Promise<unknown>): Promise<string> =>
  verified.then(
    () => 'accepted',
    (error: Error) => error.constructor.name,
  );

describe('a token with ES256 (RFC 7518, 3.4)', () => {
  it('has the same claims as in jose, for any values of its signature', async () => {
    for (let number = 0; number < SIGNATURES; number += 1) {
      const claims = { ...CLAIMS, jti: String(number) };
      expect(await verifyEs256(await sign(claims), getKey, EXPECTED)).toEqual(claims);
    }
  });

  it.each([
    ['is valid until its exp time', { exp: SECONDS + 1 }],
    ['expires at its exp time', { exp: SECONDS }],
    ['needs a numeric exp', { exp: '9999999999' }],
    ['needs the expected issuer', { iss: 'https://other.example' }],
    ['needs an issuer', { iss: undefined }],
    ['needs the expected audience', { aud: 'shop' }],
    ['may have several audiences', { aud: ['shop', 'xs2a'] }],
    ['needs an audience', { aud: [] }],
    ['is valid from its nbf time', { nbf: SECONDS }],
    ['is invalid before its nbf time', { nbf: SECONDS + 1 }],
    ['needs a numeric nbf', { nbf: 'today' }],
  ])('%s, as in jose', async (_, changed) => {
    const token = await sign({ ...CLAIMS, ...changed });
    expect(await nameOf(verifyEs256(token, getKey, EXPECTED))).toBe(await nameOf(ofJose(token)));
  });

  it('must have an expiry time', async () => {
    const { exp: _none, ...without } = CLAIMS;
    const verified = verifyEs256(await sign(without), getKey, EXPECTED);
    await expect(verified).rejects.toThrow(errors.JWTClaimValidationFailed);
  });

  it('is refused if any single bit has changed', async () => {
    const token = await sign(CLAIMS);
    const [head = '', body = ''] = token.split('.');
    const start = head.length + body.length + 2;
    for (let at = start; at < token.length - 1; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      expect(await nameOf(verifyEs256(changed, getKey, EXPECTED)), String(at)).toBe('JWSSignatureVerificationFailed');
    }
    const payload = Buffer.from(JSON.stringify({ ...CLAIMS, sub: 'v' })).toString('base64url');
    const forged = `${head}.${payload}.${token.slice(start)}`;
    expect(await nameOf(verifyEs256(forged, getKey, EXPECTED))).toBe('JWSSignatureVerificationFailed');
  });

  it.each(['A'.repeat(86), `${'_'.repeat(85)}w`])(
    'with the signature %s is refused (0, and beyond the order)',
    async (signature) => {
      const [head = '', body = ''] = (await sign(CLAIMS)).split('.');
      const verified = verifyEs256(`${head}.${body}.${signature}`, getKey, EXPECTED);
      await expect(verified).rejects.toThrow(errors.JWSSignatureVerificationFailed);
    },
  );

  it('with an unpublished key has an error of its own', async () => {
    const verified = verifyEs256(await sign(CLAIMS, { kid: 'two' }), getKey, EXPECTED);
    await expect(verified).rejects.toThrow(errors.JWKSNoMatchingKey);
  });
});

describe('a token is left to jose', () => {
  it.each(['', 'a.b', 'a.b.c.d', `${'a'.repeat(20)}.b.${'c'.repeat(86)}`])('if it is malformed: %j', async (token) => {
    expect(await verifyEs256(token, getKey, EXPECTED)).toBeUndefined();
  });

  it('with another algorithm, or with a critical header', async () => {
    const [, body = '', signature = ''] = (await sign(CLAIMS)).split('.');
    for (const header of [{ alg: 'none' }, { alg: 'HS256' }, { alg: 'ES256', crit: ['b64'], b64: true }]) {
      const head = Buffer.from(JSON.stringify({ kid: 'one', ...header })).toString('base64url');
      expect(await verifyEs256(`${head}.${body}.${signature}`, getKey, EXPECTED)).toBeUndefined();
    }
  });

  it('with characters outside base64url, or a signature of another length', async () => {
    const token = await sign(CLAIMS);
    for (const other of [`${token}A`, token.slice(0, -1), `${token.slice(0, -1)}~`, `${token}=`]) {
      expect(await verifyEs256(other, getKey, EXPECTED)).toBeUndefined();
    }
  });
});
