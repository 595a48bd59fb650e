import { constants, type KeyObject, verify } from 'node:crypto';

type Way = (content: Buffer, key: KeyObject, signature: Buffer) => boolean;

const RSA_BITS_MIN = 2_048;

const pkcs1 =
  (hash: string): Way =>
  (content, key, signature) =>
    verify(hash, content, { key, padding: constants.RSA_PKCS1_PADDING }, signature);
const pss: Way = (content, key, signature) => {
  const saltLength = constants.RSA_PSS_SALTLEN_AUTO;
  return verify('sha512', content, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
};
const ecdsa =
  (hash: string): Way =>
  (content, key, signature) =>
    verify(hash, content, key, signature);

/**
 * Algorithms by name and kind of key (decision 26). SHA-1 and HMAC are not among them. `hs2019` leaves the choice
 * to the key; TPPs read that in different ways, and each of them is sound.
 */
const WAYS: ReadonlyMap<string, Readonly<Record<string, readonly Way[]>>> = new Map([
  ['rsa-sha256', { rsa: [pkcs1('sha256')] }],
  ['rsa-sha512', { rsa: [pkcs1('sha512')] }],
  ['ecdsa-sha256', { ec: [ecdsa('sha256')] }],
  ['hs2019', { rsa: [pss, pkcs1('sha512'), pkcs1('sha256')], ec: [ecdsa('sha512'), ecdsa('sha256')] }],
] as [string, Record<string, readonly Way[]>][]);

/** Whether a signature is one of this content by this key; false too where algorithm and key do not fit. */
export function isSignedBy(algorithm: string, key: KeyObject, content: Buffer, signature: Buffer): boolean {
  const kind = key.asymmetricKeyType ?? '';
  if (kind === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN) return false;
  const ways = WAYS.get(algorithm.toLowerCase());
  if (ways === undefined || !Object.hasOwn(ways, kind)) return false;
  return (ways[kind] ?? []).some((way) => way(content, key, signature));
}
