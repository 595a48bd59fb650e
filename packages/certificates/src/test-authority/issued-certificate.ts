import { createPrivateKey, webcrypto } from 'node:crypto';
import type { X509Certificate, X509CertificateCreateSelfSignedParams } from '@peculiar/x509';

/** Kind of key: P-256, or RSA with 2048 bits, both with SHA-256. */
export type KeyKind = 'ec' | 'rsa';

const KEYS = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2_048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
} as const;

/** The type of the library: Node's own allows usages that the library's does not. */
export type KeyPair = X509CertificateCreateSelfSignedParams['keys'];
export type PrivateKey = KeyPair['privateKey'];

/** The signature algorithm of the authority. */
export const SIGNING = KEYS.ec;

/** A certificate and its private key, as PEM texts. */
export interface IssuedCertificate {
  readonly certificate: string;
  readonly key: string;
}

export async function makeKeys(kind: KeyKind): Promise<KeyPair> {
  return (await webcrypto.subtle.generateKey(KEYS[kind], true, ['sign', 'verify'])) as KeyPair;
}

/** Reads a key of the authority from PEM. */
export async function readSigningKey(pem: string): Promise<PrivateKey> {
  const der = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' });
  return (await webcrypto.subtle.importKey('pkcs8', new Uint8Array(der), SIGNING, true, ['sign'])) as PrivateKey;
}

export async function issuedOf(certificate: X509Certificate, privateKey: PrivateKey): Promise<IssuedCertificate> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'pem', type: 'pkcs8' });
  return { certificate: `${certificate.toString('pem')}\n`, key: key.toString() };
}
