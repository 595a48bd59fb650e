import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isKnownAlgorithm, isSignedBy } from './signature-algorithms.ts';

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const CONTENT = Buffer.from('digest: SHA-256=AAAA\nx-request-id: 1');
const rsaOf = (modulusLength: number, publicExponent = 65_537): Pair =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent });
const ecOf = (namedCurve: string): Pair => generateKeyPairSync('ec', { namedCurve });
const RSA = rsaOf(2_048);
const P_256 = ecOf('prime256v1');

const isAccepted = (algorithm: string, { publicKey }: Pair, signature: Buffer): boolean =>
  isSignedBy(algorithm, publicKey, CONTENT, signature);
const pkcs1 = ({ privateKey }: Pair, hash = 'sha256'): Buffer => sign(hash, CONTENT, privateKey);
const pss = (pair: Pair, saltLength: number, hash = 'sha512'): Buffer =>
  sign(hash, CONTENT, { key: pair.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });

describe('a signature is accepted', () => {
  it.each<[string, string, Pair, Buffer]>([
    ['RSASSA-PKCS1-v1_5 with SHA-256', 'rsa-sha256', RSA, pkcs1(RSA)],
    ['with the algorithm name in capitals', 'RSA-SHA256', RSA, pkcs1(RSA)],
    ['RSASSA-PSS with a salt as long as the hash', 'hs2019', RSA, pss(RSA, 64)],
    ['RSASSA-PSS with the longest salt', 'hs2019', RSA, pss(RSA, 190)],
    ['ECDSA on P-256', 'ecdsa-sha256', P_256, pkcs1(P_256)],
    ['ECDSA with SHA-512', 'ecdsa-sha512', P_256, pkcs1(P_256, 'sha512')],
    ['RSA by the name of Java', 'SHA256withRSA', RSA, pkcs1(RSA)],
    ['RSA with SHA-512 by the name of Java', 'SHA512withRSA', RSA, pkcs1(RSA, 'sha512')],
    ['ECDSA by the name of Java', 'SHA256withECDSA', P_256, pkcs1(P_256)],
    ['ECDSA with SHA-512 by the name of Java', 'SHA512withECDSA', P_256, pkcs1(P_256, 'sha512')],
    ['with the Java name in lower case', 'sha256withrsa', RSA, pkcs1(RSA)],
    ...['secp384r1', 'secp521r1', 'brainpoolP256r1', 'brainpoolP384r1', 'brainpoolP512r1'].map(
      (curve): [string, string, Pair, Buffer] => {
        const pair = ecOf(curve);
        return [`ECDSA on ${curve}`, 'hs2019', pair, pkcs1(pair, 'sha512')];
      },
    ),
  ])('%s', (_, algorithm, pair, signature) => expect(isAccepted(algorithm, pair, signature)).toBe(true));
});

describe('a signature is refused', () => {
  const weak = (pair: Pair, algorithm = 'rsa-sha256'): [string, Pair, Buffer] => [algorithm, pair, pkcs1(pair)];
  const raw = sign('sha256', CONTENT, { key: P_256.privateKey, dsaEncoding: 'ieee-p1363' });
  const pssKey = generateKeyPairSync('rsa-pss', { modulusLength: 2_048 });
  const edwards = generateKeyPairSync('ed25519');
  it.each<[string, [string, Pair, Buffer]]>([
    ['of RSA with 1024 bits', weak(rsaOf(1_024))],
    ['of RSA with 2047 bits', weak(rsaOf(2_047))],
    ['of RSA with the exponent 3', weak(rsaOf(2_048, 3))],
    ['of RSA with the exponent 257', weak(rsaOf(2_048, 257))],
    ['on the curve secp256k1', weak(ecOf('secp256k1'), 'ecdsa-sha256')],
    ['on the curve secp192r1', weak(ecOf('prime192v1'), 'ecdsa-sha256')],
    ['on the curve secp224r1', weak(ecOf('secp224r1'), 'hs2019')],
    ['by Ed25519', ['hs2019', edwards, sign(null, CONTENT, edwards.privateKey)]],
    ['by a key restricted to RSASSA-PSS', ['hs2019', pssKey, sign('sha512', CONTENT, pssKey.privateKey)]],
    ['by RSASSA-PSS without a salt', ['hs2019', RSA, pss(RSA, 0)]],
    ['by RSASSA-PSS with a salt of 20 bytes', ['hs2019', RSA, pss(RSA, 20)]],
    ['by RSASSA-PSS with SHA-1', ['hs2019', RSA, pss(RSA, 20, 'sha1')]],
    ['by RSASSA-PSS instead of the stated PKCS #1 v1.5', ['rsa-sha512', RSA, pss(RSA, 64)]],
    ['by SHA-1 instead of the stated SHA-256', ['rsa-sha256', RSA, pkcs1(RSA, 'sha1')]],
    ['by SHA-512 instead of the stated SHA-256', ['rsa-sha256', RSA, pkcs1(RSA, 'sha512')]],
    ['by SHA-512 instead of SHA-256 with its Java name', ['SHA256withRSA', RSA, pkcs1(RSA, 'sha512')]],
    ['by RSA instead of ECDSA with its Java name', ['SHA256withECDSA', RSA, pkcs1(RSA)]],
    ['by ECDSA as two numbers without DER encoding', ['ecdsa-sha256', P_256, raw]],
    [
      'by ECDSA with an additional byte at the end',
      ['ecdsa-sha256', P_256, Buffer.concat([pkcs1(P_256), Buffer.from([0])])],
    ],
    [
      'by RSA with an additional byte at the beginning',
      ['rsa-sha256', RSA, Buffer.concat([Buffer.from([0]), pkcs1(RSA)])],
    ],
    ['by RSA with an additional byte at the end', ['rsa-sha256', RSA, Buffer.concat([pkcs1(RSA), Buffer.from([0])])]],
    ['of zeros', ['rsa-sha256', RSA, Buffer.alloc(256)]],
    ['that is the number one', ['rsa-sha256', RSA, Buffer.concat([Buffer.alloc(255), Buffer.from([1])])]],
    ['of two zeros by ECDSA', ['ecdsa-sha256', P_256, Buffer.from('3006020100020100', 'hex')]],
    ['that is empty', ['ecdsa-sha256', P_256, Buffer.alloc(0)]],
  ])('%s', (_, [algorithm, pair, signature]) => expect(isAccepted(algorithm, pair, signature)).toBe(false));

  it.each([
    '',
    'none',
    'hmac-sha256',
    'rsa-sha1',
    'SHA1withRSA',
    'NONEwithRSA',
    'MD5withRSA',
    'ed25519',
    'rsa-v1_5-sha256',
    '__proto__',
    'hs2019 ',
  ])('with the unknown algorithm %j', (algorithm) => {
    expect(isKnownAlgorithm(algorithm)).toBe(false);
    expect(isAccepted(algorithm, RSA, pkcs1(RSA))).toBe(false);
  });
});
