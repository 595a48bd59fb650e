import { constants, type KeyObject, verify } from 'node:crypto';

type Verify = (content: Buffer, key: KeyObject, signature: Buffer) => boolean;

const RSA_BITS_MIN = 2_048;
/** ETSI TS 119 312, 6.2.2.1: odd, above 2^16 and below 2^256. */
const RSA_EXPONENT = { min: 2n ** 16n, max: 2n ** 256n };
/** ETSI TS 119 312, 6.2.2.3: curves allowed for seals. */
const CURVES = [
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
] as const satisfies readonly string[];
const SHA_512_BYTES = 64;

const pkcs1 =
  (hash: string): Verify =>
  (content, key, signature) =>
    verify(hash, content, { key, padding: constants.RSA_PKCS1_PADDING }, signature);
/** Accepts a salt of the hash length (RFC 8017, 9.1) or of maximum length, the defaults of libraries. */
const pss: Verify = (content, key, signature) => {
  const longest = Math.ceil(((key.asymmetricKeyDetails?.modulusLength ?? 0) - 1) / 8) - SHA_512_BYTES - 2;
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return [SHA_512_BYTES, longest].some((saltLength) =>
    verify('sha512', content, { key, padding, saltLength }, signature),
  );
};
const ecdsa =
  (hash: string): Verify =>
  (content, key, signature) =>
    verify(hash, content, key, signature);

/**
 * Algorithms by name and key type (decision 26), without SHA-1 and HMAC. `hs2019` derives the algorithm from the key. TPPs
 * implement this in different ways, which are all secure and accepted.
 */
const ALGORITHMS: ReadonlyMap<string, Readonly<Record<string, readonly Verify[]>>> = new Map([
  ['rsa-sha256', { rsa: [pkcs1('sha256')] }],
  ['rsa-sha512', { rsa: [pkcs1('sha512')] }],
  ['ecdsa-sha256', { ec: [ecdsa('sha256')] }],
  ['ecdsa-sha512', { ec: [ecdsa('sha512')] }],
  ['hs2019', { rsa: [pss, pkcs1('sha512'), pkcs1('sha256')], ec: [ecdsa('sha512'), ecdsa('sha256')] }],
] as [string, Record<string, readonly Verify[]>][]);

/** Java's standard names of the same algorithms, which Java clients send in the header. */
const JAVA_NAMES: ReadonlyMap<string, string> = new Map([
  ['sha256withrsa', 'rsa-sha256'],
  ['sha512withrsa', 'rsa-sha512'],
  ['sha256withecdsa', 'ecdsa-sha256'],
  ['sha512withecdsa', 'ecdsa-sha512'],
]);

function kindsOf(algorithm: string): Readonly<Record<string, readonly Verify[]>> | undefined {
  const name = algorithm.toLowerCase();
  return ALGORITHMS.get(JAVA_NAMES.get(name) ?? name);
}

/** Whether an algorithm name is known, in either notation. */
export function isKnownAlgorithm(algorithm: string): boolean {
  return kindsOf(algorithm) !== undefined;
}

/** Returns the algorithms of a key, if another one was named. */
export function otherAlgorithmsOf(algorithm: string, { asymmetricKeyType: kind }: KeyObject): readonly string[] {
  if (kind === undefined || Object.hasOwn(kindsOf(algorithm) ?? {}, kind)) return [];
  return ALGORITHM_NAMES.filter((name) => Object.hasOwn(ALGORITHMS.get(name) ?? {}, kind));
}

/** Values that a TPP may send as `algorithm`. */
export const ALGORITHM_NAMES: readonly string[] = [...ALGORITHMS.keys()];

/** Whether the key has signed this content. Also false if algorithm and key do not match. */
export function isSignedBy(algorithm: string, key: KeyObject, content: Buffer, signature: Buffer): boolean {
  const kind = key.asymmetricKeyType ?? '';
  if (!isStrong(key)) return false;
  const kinds = kindsOf(algorithm);
  if (kinds === undefined || !Object.hasOwn(kinds, kind)) return false;
  return (kinds[kind] ?? []).some((isValid) => isValid(content, key, signature));
}

/** Whether the key is strong enough: certificates may have small keys, or unusual exponents and curves, which are refused here. */
function isStrong({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n, namedCurve = '' } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'ec') return CURVES.some((curve) => curve === namedCurve);
  const isUsual = publicExponent > RSA_EXPONENT.min && publicExponent < RSA_EXPONENT.max && publicExponent % 2n === 1n;
  return asymmetricKeyType === 'rsa' && modulusLength >= RSA_BITS_MIN && isUsual;
}
