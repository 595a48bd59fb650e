import { constants, type KeyObject, type SigningOptions, verify } from 'node:crypto';

export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** Canonicalisation of a reference without transforms (XML Signature 1.1, 4.4.3.2). Only used by the signed properties of some lists. */
export const INCLUSIVE_C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING };
/** XML Signature writes an ECDSA signature as two concatenated numbers. */
const ECDSA = { dsaEncoding: 'ieee-p1363' } as const;
const SINCE_2001 = 'http://www.w3.org/2001/04/xmldsig-more#';
const SINCE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';

/** Permitted signature algorithms (ETSI TS 119 312). SHA-1 and shared secrets are excluded. */
const SIGNATURES: Readonly<Record<string, { hash: string; key: 'rsa' | 'ec'; options: SigningOptions }>> = {
  [`${SINCE_2001}rsa-sha256`]: { hash: 'sha256', key: 'rsa', options: {} },
  [`${SINCE_2001}rsa-sha384`]: { hash: 'sha384', key: 'rsa', options: {} },
  [`${SINCE_2001}rsa-sha512`]: { hash: 'sha512', key: 'rsa', options: {} },
  [`${SINCE_2001}ecdsa-sha256`]: { hash: 'sha256', key: 'ec', options: ECDSA },
  [`${SINCE_2001}ecdsa-sha384`]: { hash: 'sha384', key: 'ec', options: ECDSA },
  [`${SINCE_2001}ecdsa-sha512`]: { hash: 'sha512', key: 'ec', options: ECDSA },
  [`${SINCE_2007}sha256-rsa-MGF1`]: { hash: 'sha256', key: 'rsa', options: PSS },
  [`${SINCE_2007}sha384-rsa-MGF1`]: { hash: 'sha384', key: 'rsa', options: PSS },
  [`${SINCE_2007}sha512-rsa-MGF1`]: { hash: 'sha512', key: 'rsa', options: PSS },
};

/** Digest algorithms by their names in XML Signature. */
export const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);

export function signatureAlgorithm(key: 'rsa' | 'ec', hash: string): string {
  const [name = ''] = Object.entries(SIGNATURES).find(([, one]) => one.key === key && one.hash === hash) ?? [];
  return name;
}

export function isSignatureAlgorithm(name: string): boolean {
  return Object.hasOwn(SIGNATURES, name);
}

/** Returns the kind of key of an algorithm. */
export function keyKindOf(name: string): 'rsa' | 'ec' | undefined {
  return isSignatureAlgorithm(name) ? SIGNATURES[name]?.key : undefined;
}

/** Verifies a signature over a text. The key is that of a permitted certificate, never one from the document. */
export function verifies(name: string, text: string, { key, value }: { key: KeyObject; value: Buffer }): boolean {
  const { hash, options } = SIGNATURES[name] ?? {};
  return hash !== undefined && verify(hash, Buffer.from(text), { key, ...options }, value);
}
