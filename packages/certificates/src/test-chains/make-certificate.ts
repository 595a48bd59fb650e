import 'reflect-metadata';
import { createHash, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CertificatePolicies,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  PolicyInformation,
  RelativeDistinguishedName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import { PemConverter } from '@peculiar/x509';
import { QC_STATEMENTS, type QcType, writePspStatement } from '../tpp/psd2-statement.ts';
import {
  algorithmOf,
  makeTestKey,
  signWith,
  type TestKey,
  type TestSignature,
  usualSignature,
} from './signature-kinds.ts';

const DAY_MS = 86_400_000;
export const OID = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  policies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
  anyPolicy: '2.5.29.32.0',
  qcStatements: QC_STATEMENTS,
  anyExtendedKeyUsage: '2.5.29.37.0',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  codeSigning: '1.3.6.1.5.5.7.3.3',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const;
const POLICIES: Record<QcType, string> = { web: '0.4.0.19495.3.1', seal: '0.4.0.194112.1.1' };
const TYPES: Readonly<Record<string, string>> = {
  C: '2.5.4.6',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  CN: '2.5.4.3',
  organizationIdentifier: '2.5.4.97',
};

/** Attributes of a name, in order; country codes are PrintableString, as in RFC 5280. */
export type NameParts = Readonly<Record<string, string>>;

/** A certificate with its private key. */
export interface TestCertificate {
  readonly der: Buffer;
  readonly pem: string;
  readonly key: KeyObject;
  readonly parsed: Certificate;
}

/** Properties of a certificate in which a test may deviate from RFC 5280 and ETSI. */
export interface CertificateOptions {
  readonly kind: QcType | 'authority';
  readonly subject: NameParts;
  /** Issuer name other than the name of the issuer. */
  readonly issuerName?: NameParts;
  /** Encoding of the texts in names. */
  readonly encoding?: 'utf8String' | 'printableString';
  readonly key?: TestKey;
  /** An existing key. */
  readonly ownKey?: KeyObject;
  readonly signature?: TestSignature;
  /** Algorithm in the signed part, if it differs. */
  readonly statedSignature?: TestSignature;
  readonly version?: Version;
  /** Bytes of the INTEGER. */
  readonly serialNumber?: Buffer;
  /** Start of validity in days from now. */
  readonly from?: number;
  readonly until?: number;
  /** Changes the usual extensions. */
  readonly extensions?: (usual: readonly Extension[]) => readonly Extension[];
  /** Bytes after the certificate. */
  readonly trailing?: Buffer;
  /** Invalidates the signature. */
  readonly isForged?: boolean;
}

/** Creates a certificate, signed by an issuer or by itself. For tests: also creates certificates that no authority may issue. */
export function makeCertificate(order: CertificateOptions, issuer?: TestCertificate): TestCertificate {
  const key = order.ownKey ?? makeTestKey(order.key ?? 'p256');
  const signingKey = issuer?.key ?? key;
  const signature = order.signature ?? usualSignature(signingKey);
  const spki = AsnConvert.parse(createPublicKey(key).export({ format: 'der', type: 'spki' }), SubjectPublicKeyInfo);
  const subject = nameOf(order.subject, order.encoding);
  const tbsCertificate = new TBSCertificate({
    version: order.version ?? Version.v3,
    serialNumber: bytesOf(order.serialNumber ?? Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    signature: algorithmOf(order.statedSignature ?? signature),
    issuer: issuerNameOf(order, issuer) ?? subject,
    validity: new Validity({ notBefore: daysFromNow(order.from ?? -1), notAfter: daysFromNow(order.until ?? 30) }),
    subject,
    subjectPublicKeyInfo: spki,
  });
  const usual = usualExtensions(order.kind, spki, issuer?.parsed.tbsCertificate.subjectPublicKeyInfo ?? spki);
  const extensions = order.extensions?.(usual) ?? usual;
  if (extensions.length > 0) tbsCertificate.extensions = new Extensions([...extensions]);
  const signed = signWith(signature, signingKey, Buffer.from(AsnConvert.serialize(tbsCertificate)));
  if (order.isForged) signed[signed.length - 1] = (signed.at(-1) ?? 0) ^ 1;
  const parsed = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithmOf(signature),
    signatureValue: bytesOf(signed),
  });
  const der = Buffer.concat([Buffer.from(AsnConvert.serialize(parsed)), order.trailing ?? Buffer.alloc(0)]);
  return { der, key, parsed, pem: `${PemConverter.encode(bytesOf(der), 'CERTIFICATE')}\n` };
}

/** An extension with its value; an object of the library is encoded. */
export function extension(extnID: string, value: object, critical = false): Extension {
  const encoded = Buffer.isBuffer(value) ? bytesOf(value) : AsnConvert.serialize(value);
  return new Extension({ extnID, critical, extnValue: new OctetString(encoded) });
}

/** Replaces extensions of the same type, or adds them. */
export function replacing(...others: readonly Extension[]): NonNullable<CertificateOptions['extensions']> {
  const ids = others.map(({ extnID }) => extnID);
  return (usual) => [...usual.filter(({ extnID }) => !ids.includes(extnID)), ...others];
}

export function without(...ids: readonly string[]): NonNullable<CertificateOptions['extensions']> {
  return (usual) => usual.filter(({ extnID }) => !ids.includes(extnID));
}

export function keyUsage(flags: number): Extension {
  return extension(OID.keyUsage, new KeyUsage(flags), true);
}

export function extendedKeyUsage(...purposes: readonly string[]): Extension {
  return extension(OID.extKeyUsage, new ExtendedKeyUsage([...purposes]));
}

export function policies(...ids: readonly string[]): Extension {
  const informations = ids.map((policyIdentifier) => new PolicyInformation({ policyIdentifier }));
  return extension(OID.policies, new CertificatePolicies(informations));
}

export function nameOf(parts: NameParts, encoding: NonNullable<CertificateOptions['encoding']> = 'utf8String'): Name {
  return new Name(
    Object.entries(parts).map(([type, text]) => {
      const value = new AttributeValue(type === 'C' ? { printableString: text } : { [encoding]: text });
      return new RelativeDistinguishedName([new AttributeTypeAndValue({ type: TYPES[type] ?? type, value })]);
    }),
  );
}

export function bytesOf(buffer: Uint8Array): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}

function issuerNameOf(
  { issuerName, encoding }: CertificateOptions,
  issuer: TestCertificate | undefined,
): Name | undefined {
  return issuerName === undefined ? issuer?.parsed.tbsCertificate.subject : nameOf(issuerName, encoding);
}

function usualExtensions(
  kind: CertificateOptions['kind'],
  own: SubjectPublicKeyInfo,
  above: SubjectPublicKeyInfo,
): Extension[] {
  const identifiers = [
    extension(OID.subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdentifierOf(own))),
    extension(OID.authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifierOf(above) })),
  ];
  if (kind === 'authority') {
    return [
      extension(OID.basicConstraints, new BasicConstraints({ cA: true }), true),
      keyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign),
      policies(OID.anyPolicy),
      ...identifiers,
    ];
  }
  return [
    extension(OID.basicConstraints, new BasicConstraints(), true),
    keyUsage(KeyUsageFlags.digitalSignature),
    policies(POLICIES[kind]),
    ...(kind === 'web' ? [extendedKeyUsage(OID.clientAuth, OID.serverAuth)] : []),
    extension(OID.qcStatements, Buffer.from(writePspStatement(pspStatement({ qcTypes: [kind] })))),
    ...identifiers,
  ];
}

type PspStatement = Parameters<typeof writePspStatement>[0];

export function pspStatement(changed: Partial<PspStatement>): PspStatement {
  const authority = { authorityName: 'Hrvatska narodna banka', authorityId: 'HR-HNB' };
  return { isQualified: true, qcTypes: [], pspRoles: ['PSP_AI', 'PSP_PI', 'PSP_IC'], ...authority, ...changed };
}

function keyIdentifierOf({ subjectPublicKey }: SubjectPublicKeyInfo): KeyIdentifier {
  return new KeyIdentifier(createHash('sha1').update(Buffer.from(subjectPublicKey)).digest());
}

function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}
