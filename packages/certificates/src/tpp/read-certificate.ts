import 'reflect-metadata';
import { createHash, X509Certificate } from 'node:crypto';
import { X509Certificate as ParsedCertificate } from '@peculiar/x509';
import type { TppRole } from '@xs2a/contracts';
import { QC_STATEMENTS, type QcType, readPspStatement, tppRolesOf } from './psd2-statement.ts';

const PEM_BEGIN = Buffer.from('-----BEGIN');
const ORGANIZATION_IDENTIFIER = '2.5.4.97';
/** ETSI TS 119 495 5.2.1, and the schemes of ETSI EN 319 412-1 5.1.4 that credit institutions use (decision 26). */
const IDENTIFIER = /^(PSD[A-Z]{2}-[A-Z]{2,8}-|(?:NTR|VAT|LEI)[A-Z]{2}-)[\x21-\x7e]{1,100}$/;

/** A certificate of a payment service provider with its own claims, which are not yet trusted. */
export interface TppCertificate {
  readonly x509: X509Certificate;
  readonly organizationIdentifier: string;
  readonly name: string;
  readonly roles: readonly TppRole[];
  /** Whether its holder services accounts (PSP_AS), as banks do. */
  readonly servicesAccounts: boolean;
  /** Whether it claims to be a qualified certificate (QcCompliance). */
  readonly isQualified: boolean;
  readonly qcTypes: readonly QcType[];
  readonly serialNumber: bigint;
  /** Attributes of the issuer's name, type and value. */
  readonly issuer: readonly (readonly [string, string])[];
  /** SHA-256 over the certificate, in base64url. */
  readonly thumbprint: string;
}

/** Reads a certificate; undefined if it is malformed or not that of a payment service provider. Takes about 1.4 ms. */
export function readTppCertificate(der: Buffer): TppCertificate | undefined {
  try {
    const x509 = readCertificate(der);
    const parsed = new ParsedCertificate(x509.raw);
    const [organizationIdentifier = '', ...others] = parsed.subjectName.getField(ORGANIZATION_IDENTIFIER);
    const extensions = parsed.extensions.filter(({ type }) => type === QC_STATEMENTS);
    const statement = extensions[0] && readPspStatement(extensions[0].value);
    if (statement === undefined || extensions.length > 1) return undefined;
    if (!IDENTIFIER.test(organizationIdentifier) || others.length > 0) return undefined;
    return {
      x509,
      organizationIdentifier,
      name: parsed.subjectName.getField('O')[0] ?? organizationIdentifier,
      roles: tppRolesOf(statement.pspRoles),
      servicesAccounts: statement.pspRoles.includes('PSP_AS'),
      isQualified: statement.isQualified,
      qcTypes: statement.qcTypes,
      serialNumber: BigInt(`0x${parsed.serialNumber}`),
      issuer: parsed.issuerName
        .toJSON()
        .flatMap((part) =>
          Object.entries(part).flatMap(([type, values]) => values.map((value) => [type, value] as const)),
        ),
      thumbprint: thumbprintOf(x509.raw),
    };
  } catch {
    // A parser error means that the certificate is not usable here.
    return undefined;
  }
}

/** Reads a certificate, DER or PEM. Throws if it is malformed or followed by further bytes, which Node's reader ignores. */
export function readCertificate(bytes: Buffer): X509Certificate {
  const x509 = new X509Certificate(bytes);
  const isPem = bytes.subarray(0, PEM_BEGIN.length).equals(PEM_BEGIN);
  if (!isPem && !x509.raw.equals(bytes)) throw new Error('bytes follow the certificate');
  return x509;
}

/** SHA-256 over a certificate, in base64url. */
export function thumbprintOf(der: Buffer): string {
  return createHash('sha256').update(der).digest('base64url');
}
