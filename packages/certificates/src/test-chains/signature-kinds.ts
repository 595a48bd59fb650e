import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { RsaSaPssParams } from '@peculiar/asn1-rsa';
import { AsnConvert } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';

const NULL = Uint8Array.from([5, 0]).buffer;
const SHA256 = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1', parameters: NULL });

const ec = (namedCurve: string) => () => generateKeyPairSync('ec', { namedCurve }).privateKey;
const rsa = (modulusLength: number, publicExponent = 65_537) => {
  return () => generateKeyPairSync('rsa', { modulusLength, publicExponent }).privateKey;
};

/** Keys of certificates, strong and weak. */
const KEYS = {
  p256: ec('P-256'),
  p384: ec('P-384'),
  p521: ec('P-521'),
  brainpool: ec('brainpoolP256r1'),
  p192: ec('prime192v1'),
  p224: ec('secp224r1'),
  secp256k1: ec('secp256k1'),
  explicit: () => generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' }).privateKey,
  ed25519: () => generateKeyPairSync('ed25519').privateKey,
  rsa1024: rsa(1_024),
  rsa2048: rsa(2_048),
  rsaExponent3: rsa(2_048, 3),
  rsa4096: rsa(4_096),
  // OpenSSL 3 refuses to create shorter DSA keys.
  dsa: () => generateKeyPairSync('dsa', { modulusLength: 2_048, divisorLength: 256 }).privateKey,
};
export type TestKey = keyof typeof KEYS;

interface Signature {
  readonly oid: string;
  readonly hash?: string;
  /** NULL with RSA, absent with elliptic curves. */
  readonly parameters?: ArrayBuffer;
  readonly isPss?: true;
}

/** Signature algorithms of certificates, strong and weak. */
const SIGNATURES = {
  'ecdsa-sha1': { oid: '1.2.840.10045.4.1', hash: 'sha1' },
  'ecdsa-sha256': { oid: '1.2.840.10045.4.3.2', hash: 'sha256' },
  'ecdsa-sha384': { oid: '1.2.840.10045.4.3.3', hash: 'sha384' },
  'ecdsa-sha512': { oid: '1.2.840.10045.4.3.4', hash: 'sha512' },
  'rsa-md5': { oid: '1.2.840.113549.1.1.4', hash: 'md5', parameters: NULL },
  'rsa-sha1': { oid: '1.2.840.113549.1.1.5', hash: 'sha1', parameters: NULL },
  'rsa-sha256': { oid: '1.2.840.113549.1.1.11', hash: 'sha256', parameters: NULL },
  'rsa-sha512': { oid: '1.2.840.113549.1.1.13', hash: 'sha512', parameters: NULL },
  // Without parameters, the default is SHA-1.
  'pss-sha1': {
    oid: '1.2.840.113549.1.1.10',
    hash: 'sha1',
    parameters: AsnConvert.serialize(new RsaSaPssParams()),
    isPss: true,
  },
  'pss-sha256': {
    oid: '1.2.840.113549.1.1.10',
    hash: 'sha256',
    parameters: AsnConvert.serialize(
      new RsaSaPssParams({
        hashAlgorithm: SHA256,
        maskGenAlgorithm: new AlgorithmIdentifier({
          algorithm: '1.2.840.113549.1.1.8',
          parameters: AsnConvert.serialize(SHA256),
        }),
        saltLength: 32,
      }),
    ),
    isPss: true,
  },
  'dsa-sha256': { oid: '2.16.840.1.101.3.4.3.2', hash: 'sha256' },
  ed25519: { oid: '1.3.101.112' },
} satisfies Record<string, Signature>;
export type TestSignature = keyof typeof SIGNATURES;

const BY_KEY: Readonly<Record<string, TestSignature>> = {
  rsa: 'rsa-sha256',
  ec: 'ecdsa-sha256',
  dsa: 'dsa-sha256',
  ed25519: 'ed25519',
};

export function makeTestKey(kind: TestKey): KeyObject {
  return KEYS[kind]();
}

/** Returns the usual algorithm for a key. */
export function usualSignature({ asymmetricKeyType }: KeyObject): TestSignature {
  return BY_KEY[asymmetricKeyType ?? ''] ?? 'ecdsa-sha256';
}

export function algorithmOf(kind: TestSignature): AlgorithmIdentifier {
  const { oid, parameters }: Signature = SIGNATURES[kind];
  return new AlgorithmIdentifier({ algorithm: oid, ...(parameters !== undefined && { parameters }) });
}

export function signWith(kind: TestSignature, key: KeyObject, content: Buffer): Buffer {
  const { hash, isPss }: Signature = SIGNATURES[kind];
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return sign(hash, content, { key, ...(isPss && padding) });
}
