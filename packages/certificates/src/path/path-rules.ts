import type { KeyObject } from 'node:crypto';
import { RsaSaPssParams } from '@peculiar/asn1-rsa';
import { AsnConvert } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, type KeyUsageType, Version } from '@peculiar/asn1-x509';
import { QC_STATEMENTS, type QcType } from '../tpp/psd2-statement.ts';
import { type CertificateFacts, EXTENSIONS } from './certificate-facts.ts';
import { isNamedWithinConstraints, isSelfIssued } from './name-constraints.ts';

/** Position in a path: the certificate of the TPP, an issuer sent with it, or the authority on the trust list. */
type Place = 'leaf' | 'issuer' | 'anchor';

interface CertificateRule {
  readonly at: readonly Place[];
  readonly holds: (certificate: CertificateFacts, qcType: QcType) => boolean;
  /** Continues "it …" or "an issuer's certificate …". */
  readonly otherwise: string;
}

interface PathRule {
  readonly holds: (path: readonly CertificateFacts[], qcType: QcType) => boolean;
  readonly otherwise: string;
}

const ALL: readonly Place[] = ['leaf', 'issuer', 'anchor'];
const SENT: readonly Place[] = ['leaf', 'issuer'];
const ISSUERS: readonly Place[] = ['issuer', 'anchor'];

/** ETSI TS 119 312 and SOG-IS agreed mechanisms: SHA-2, RSA from 2048 bits, curves from 256 bits; no SHA-1, MD5, DSA. */
const RSA_PSS = '1.2.840.113549.1.1.10';
const MGF1 = '1.2.840.113549.1.1.8';
const SHA2 = new Set(['2.16.840.1.101.3.4.2.1', '2.16.840.1.101.3.4.2.2', '2.16.840.1.101.3.4.2.3']);
const SIGNATURES = new Set([
  '1.2.840.10045.4.3.2', // ECDSA with SHA-256, 384, 512
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '1.2.840.113549.1.1.11', // RSA PKCS #1 v1.5 with SHA-256, 384, 512
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.3.101.112', // Ed25519, Ed448
  '1.3.101.113',
]);
const CURVES = new Set([
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
]);
const OBJECT_IDENTIFIER = 6;
const RSA_BITS_MIN = 2_048;
/** Longer keys only cost time: a signature of 16384 bits takes a hundred times as long as one of 2048. */
const RSA_BITS_MAX = 8_192;
const RSA_EXPONENT_MIN = 65_537n;
/** The limit of OpenSSL for long keys. */
const RSA_EXPONENT_MAX = 2n ** 64n;

/** Extensions checked by these rules, the path validator or the certificate reader. Other critical ones are refused. */
const JUDGED = new Set<string>([
  ...Object.values(EXTENSIONS),
  '2.5.29.31', // cRLDistributionPoints: revocation lists
  '2.5.29.32', // certificatePolicies, policyMappings, policyConstraints, inhibitAnyPolicy: path validator
  '2.5.29.33',
  '2.5.29.36',
  '2.5.29.54',
]);

const SERIAL_BYTES_MAX = 20;
/** The attribute of a TPP's name (ETSI TS 119 495, 5.2.1). */
const ORGANIZATION_IDENTIFIER = '2.5.4.97';
const ANY_PURPOSE = '2.5.29.37.0';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
/** Purposes of certificates that act for an authority: a TPP must not have them in addition to its own. */
const AUTHORITY_PURPOSES = ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.9'];
/** Permitted purposes (decision 32). ETSI specifies none for seals; these are the usual ones. */
const PURPOSES: Record<QcType, readonly string[]> = {
  web: [CLIENT_AUTH],
  // clientAuth, emailProtection, documentSigning (RFC 9336) and those of two vendors before it.
  seal: [CLIENT_AUTH, '1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.311.10.3.12', '1.2.840.113583.1.1.5'],
};
const USAGES: Record<QcType, readonly KeyUsageType[]> = {
  web: ['digitalSignature'],
  seal: ['digitalSignature', 'nonRepudiation'],
};

/** Requirements of RFC 5280, ETSI EN 319 412 and ETSI TS 119 312 for each certificate of a path (decision 32). */
export const CERTIFICATE_RULES: readonly CertificateRule[] = [
  { at: SENT, holds: ({ tbs }) => tbs.version === Version.v3, otherwise: 'is not of version 3' },
  { at: SENT, holds: hasSerialNumber, otherwise: 'has no positive serial number of at most 20 bytes' },
  { at: SENT, holds: ({ tbs }) => tbs.issuer.length > 0, otherwise: 'names no issuer' },
  { at: SENT, holds: isSignedStrongly, otherwise: 'is signed with a weak algorithm' },
  { at: ALL, holds: hasStrongKey, otherwise: 'has a weak key' },
  { at: ALL, holds: hasExtensionsOnce, otherwise: 'has an extension twice' },
  { at: ['leaf'], holds: (one) => isAllJudged(one, [QC_STATEMENTS]), otherwise: 'has an unknown critical extension' },
  { at: ISSUERS, holds: (one) => isAllJudged(one, []), otherwise: 'has an unknown critical extension' },
  {
    at: ['leaf'],
    holds: ({ constraints, keyUsages }) => !constraints?.cA && !keyUsages?.includes('keyCertSign'),
    otherwise: 'is one of an authority',
  },
  {
    at: ['leaf'],
    holds: ({ keyUsages }, qcType) => USAGES[qcType].some((usage) => keyUsages?.includes(usage) ?? true),
    otherwise: 'is not for signing (key usage)',
  },
  {
    at: ['leaf'],
    holds: ({ purposes }) => !AUTHORITY_PURPOSES.some((purpose) => purposes?.includes(purpose)),
    otherwise: 'is for OCSP or time stamps',
  },
  { at: ISSUERS, holds: ({ constraints }) => constraints?.cA === true, otherwise: 'is not one of an authority' },
  {
    at: ['issuer'],
    holds: ({ keyUsages }) => keyUsages?.includes('keyCertSign') ?? false,
    otherwise: 'is not for signing certificates (key usage)',
  },
  { at: ISSUERS, holds: (one) => !isOfProvider(one), otherwise: 'is one of a payment service provider' },
];

/** Rules for a path as a whole, from the certificate of the TPP to the authority on the trust list. */
export const PATH_RULES: readonly PathRule[] = [
  { holds: isWithinLengths, otherwise: 'an authority above it may not have others below it (path length)' },
  { holds: isNamedWithinConstraints, otherwise: 'an authority above it may not issue for its names' },
  { holds: isForPurpose, otherwise: 'it, or an authority above it, is for another purpose (extended key usage)' },
];

/** Whether verifying a signature with this key is cheap. */
export function isQuick({ asymmetricKeyDetails: details }: KeyObject): boolean {
  return (details?.modulusLength ?? 0) <= RSA_BITS_MAX && (details?.publicExponent ?? 0n) < RSA_EXPONENT_MAX;
}

function hasSerialNumber({ tbs: { serialNumber } }: CertificateFacts): boolean {
  const [first = 0x80, ...others] = new Uint8Array(serialNumber);
  // 20 bytes, and a leading zero if the number would otherwise be negative.
  const length = first === 0 ? others.length : others.length + 1;
  return first < 0x80 && length <= SERIAL_BYTES_MAX && [first, ...others].some((byte) => byte !== 0);
}

function isSignedStrongly({ signatureAlgorithm: { algorithm, parameters } }: CertificateFacts): boolean {
  if (algorithm !== RSA_PSS) return SIGNATURES.has(algorithm);
  if (!parameters) return false;
  const { hashAlgorithm, maskGenAlgorithm } = AsnConvert.parse(parameters, RsaSaPssParams);
  const isOverSha2 = maskGenAlgorithm.algorithm === MGF1 && SHA2.has(hashAlgorithm.algorithm);
  return isOverSha2 && SHA2.has(maskHashOf(maskGenAlgorithm));
}

function maskHashOf({ parameters }: AlgorithmIdentifier): string {
  return parameters ? AsnConvert.parse(parameters, AlgorithmIdentifier).algorithm : '';
}

function hasStrongKey({ x509, tbs }: CertificateFacts): boolean {
  const { publicKey } = x509;
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  switch (publicKey.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return modulusLength >= RSA_BITS_MIN && isQuick(publicKey) && publicExponent >= RSA_EXPONENT_MIN;
    case 'ec': {
      const { parameters } = tbs.subjectPublicKeyInfo.algorithm;
      // A curve given by parameters instead of its name may be any curve (RFC 5480, 2.1.1).
      const isNamed = !!parameters && new Uint8Array(parameters)[0] === OBJECT_IDENTIFIER;
      return isNamed && CURVES.has(namedCurve ?? '');
    }
    case 'ed25519':
    case 'ed448':
      return true;
    default:
      return false;
  }
}

function hasExtensionsOnce({ extensions }: CertificateFacts): boolean {
  return new Set(extensions.map(({ extnID }) => extnID)).size === extensions.length;
}

function isAllJudged({ extensions }: CertificateFacts, others: readonly string[]): boolean {
  return extensions.every(({ critical, extnID }) => !critical || JUDGED.has(extnID) || others.includes(extnID));
}

/** A TPP that got the certificate of an authority by mistake must not issue certificates with it. */
function isOfProvider({ extensions, tbs }: CertificateFacts): boolean {
  const isNamed = tbs.subject.some((part) =>
    part.some(({ type, value }) => type === ORGANIZATION_IDENTIFIER && value.toString().startsWith('PSD')),
  );
  return isNamed || extensions.some(({ extnID }) => extnID === QC_STATEMENTS);
}

/** RFC 5280, 6.1.4 l and m: authorities that replace their own key do not count. */
function isWithinLengths(path: readonly CertificateFacts[]): boolean {
  return path.every(({ constraints }, index) => {
    const below = path.slice(1, Math.max(1, index)).filter((one) => !isSelfIssued(one));
    return index === 0 || below.length <= (constraints?.pathLenConstraint ?? Number.POSITIVE_INFINITY);
  });
}

/** One permitted purpose must be allowed by every certificate: the purposes of an authority limit those below it. */
function isForPurpose(path: readonly CertificateFacts[], qcType: QcType): boolean {
  return PURPOSES[qcType].some((purpose) =>
    path.every(({ purposes }) => purposes?.some((one) => one === purpose || one === ANY_PURPOSE) ?? true),
  );
}
