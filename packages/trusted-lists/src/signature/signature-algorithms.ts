import { constants, type KeyLike, type SigningOptions, sign, verify } from 'node:crypto';
import { type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto';

export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** What a reference without transforms means (XML Signature 1.1, 4.4.3.2). Only the signed properties of some lists have it. */
export const INCLUSIVE_C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING };
/** XML Signature writes an ECDSA signature as two numbers side by side. */
const ECDSA = { dsaEncoding: 'ieee-p1363' } as const;
const SINCE_2001 = 'http://www.w3.org/2001/04/xmldsig-more#';
const SINCE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';

/** Algorithms that may sign a list (ETSI TS 119 312). SHA-1 and shared secrets are not among them. */
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

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const SHA512 = 'http://www.w3.org/2001/04/xmlenc#sha512';

export function signatureAlgorithm(key: 'rsa' | 'ec', hash: string): string {
  const [name = ''] = Object.entries(SIGNATURES).find(([, one]) => one.key === key && one.hash === hash) ?? [];
  return name;
}

export function isSignatureAlgorithm(name: string): boolean {
  return Object.hasOwn(SIGNATURES, name);
}

/** The kind of key that an algorithm is for. */
export function keyKindOf(name: string): 'rsa' | 'ec' | undefined {
  return isSignatureAlgorithm(name) ? SIGNATURES[name]?.key : undefined;
}

/** A verifier that knows the algorithms of this file and no others. It takes no key from the document. */
export function strictSignedXml(options: ConstructorParameters<typeof SignedXml>[0]): SignedXml {
  const signed = new SignedXml({ ...options, getCertFromKeyInfo: () => null });
  const { HashAlgorithms: hashes, CanonicalizationAlgorithms: transforms } = signed;
  signed.HashAlgorithms = pick<new () => HashAlgorithm>(hashes, [SHA256, SHA512]);
  signed.CanonicalizationAlgorithms = pick(transforms, [EXCLUSIVE_C14N, INCLUSIVE_C14N, ENVELOPED]);
  signed.SignatureAlgorithms = Object.fromEntries(Object.keys(SIGNATURES).map((name) => [name, algorithmOf(name)]));
  return signed;
}

function pick<Value>(all: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

function algorithmOf(name: string): new () => SignatureAlgorithm {
  const { hash = '', options = {} } = SIGNATURES[name] ?? {};
  const keyOf = (key: KeyLike): { key: KeyLike } & SigningOptions => ({ key, ...options });
  return class implements SignatureAlgorithm {
    getAlgorithmName(): string {
      return name;
    }
    getSignature(signedInfo: unknown, key: KeyLike): string {
      return sign(hash, Buffer.from(String(signedInfo)), keyOf(key) as Parameters<typeof sign>[2]).toString('base64');
    }
    verifySignature(material: string, key: KeyLike, value: string): boolean {
      return verify(
        hash,
        Buffer.from(material),
        keyOf(key) as Parameters<typeof verify>[2],
        Buffer.from(value, 'base64'),
      );
    }
  };
}
