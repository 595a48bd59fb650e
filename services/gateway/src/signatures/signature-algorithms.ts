import { constants, type KeyObject, verify } from 'node:crypto';

type Verify = (content: Buffer, key: KeyObject, signature: Buffer) => boolean;

const RSA_BITS_MIN = 2_048;

const pkcs1 =
  (hash: string): Verify =>
  (content, key, signature) =>
    verify(hash, content, { key, padding: constants.RSA_PKCS1_PADDING }, signature);
const pss: Verify = (content, key, signature) => {
  const saltLength = constants.RSA_PSS_SALTLEN_AUTO;
  return verify('sha512', content, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
};
const ecdsa =
  (hash: string): Verify =>
  (content, key, signature) =>
    verify(hash, content, key, signature);

/**
 * Algorithms by name and kind of key (decision 26), without SHA-1 and HMAC. `hs2019` derives the algorithm from the key.
 * TPPs implement that in different ways, all of which are secure and accepted.
 */
const ALGORITHMS: ReadonlyMap<string, Readonly<Record<string, readonly Verify[]>>> = new Map([
  ['rsa-sha256', { rsa: [pkcs1('sha256')] }],
  ['rsa-sha512', { rsa: [pkcs1('sha512')] }],
  ['ecdsa-sha256', { ec: [ecdsa('sha256')] }],
  ['hs2019', { rsa: [pss, pkcs1('sha512'), pkcs1('sha256')], ec: [ecdsa('sha512'), ecdsa('sha256')] }],
] as [string, Record<string, readonly Verify[]>][]);

/** Whether the key has signed this content. False also if algorithm and key do not match. */
export function isSignedBy(algorithm: string, key: KeyObject, content: Buffer, signature: Buffer): boolean {
  const kind = key.asymmetricKeyType ?? '';
  if (kind === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN) return false;
  const kinds = ALGORITHMS.get(algorithm.toLowerCase());
  if (kinds === undefined || !Object.hasOwn(kinds, kind)) return false;
  return (kinds[kind] ?? []).some((isValid) => isValid(content, key, signature));
}
