import 'reflect-metadata';
import type { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  type AlgorithmIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  type Extension,
  type GeneralName,
  KeyUsage,
  type KeyUsageType,
  NameConstraints,
  SubjectAlternativeName,
  type TBSCertificate,
} from '@peculiar/asn1-x509';

/** Extensions read by the rules (RFC 5280, 4.2.1). */
export const EXTENSIONS = {
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  extKeyUsage: '2.5.29.37',
} as const;

/** Properties of a certificate that the rules check. */
export interface CertificateFacts {
  readonly x509: X509Certificate;
  readonly tbs: TBSCertificate;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly extensions: readonly Extension[];
  readonly constraints: BasicConstraints | undefined;
  readonly keyUsages: readonly KeyUsageType[] | undefined;
  /** Extended key usages. */
  readonly purposes: readonly string[] | undefined;
  readonly nameConstraints: NameConstraints | undefined;
  readonly alternativeNames: readonly GeneralName[];
}

/** Throws if the certificate, or an extension read by the rules, is malformed. */
export function readFacts(x509: X509Certificate): CertificateFacts {
  const { tbsCertificate: tbs, signatureAlgorithm } = AsnConvert.parse(x509.raw, Certificate);
  const extensions = tbs.extensions ?? [];
  const read = <T>(id: string, type: new () => T): T | undefined => {
    const value = extensions.find(({ extnID }) => extnID === id)?.extnValue.buffer;
    if (value === undefined) return undefined;
    if (!isOneElement(Buffer.from(value))) throw new Error('an extension is malformed');
    return AsnConvert.parse(value, type);
  };
  const usage = read(EXTENSIONS.keyUsage, KeyUsage);
  const purposes = read(EXTENSIONS.extKeyUsage, ExtendedKeyUsage);
  return {
    x509,
    tbs,
    signatureAlgorithm,
    extensions,
    constraints: read(EXTENSIONS.basicConstraints, BasicConstraints),
    keyUsages: usage?.toJSON(),
    purposes: purposes && [...purposes],
    nameConstraints: read(EXTENSIONS.nameConstraints, NameConstraints),
    alternativeNames: read(EXTENSIONS.subjectAltName, SubjectAlternativeName) ?? [],
  };
}

/** Whether the bytes are exactly one DER element: parsers ignore trailing bytes. */
function isOneElement(der: Buffer): boolean {
  const first = der[1] ?? 0x80;
  if (first < 0x80) return der.length === 2 + first;
  const lengthBytes = first - 0x80;
  if (lengthBytes < 1 || lengthBytes > 4 || der.length < 2 + lengthBytes) return false;
  return der.length === 2 + lengthBytes + der.readUIntBE(2, lengthBytes);
}
