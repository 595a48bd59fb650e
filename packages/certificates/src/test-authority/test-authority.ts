import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import {
  AuthorityInfoAccessExtension,
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CertificatePolicyExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { TppRole } from '@xs2a/contracts';
import { type PspRole, pspRolesOf, QC_STATEMENTS, type QcType, writePspStatement } from '../tpp/psd2-statement.ts';
import {
  type IssuedCertificate,
  issuedOf,
  type KeyKind,
  type KeyPair,
  makeKeys,
  type PrivateKey,
  readSigningKey,
  SIGNING,
} from './issued-certificate.ts';
import { type OtherList, writeRevocations } from './write-revocations.ts';

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
/** QCP-w-psd2, QCP-l (decision 26). */
const POLICIES = { web: '0.4.0.19495.3.1', seal: '0.4.0.194112.1.1' };
const COMPETENT_AUTHORITY = { authorityName: 'Hrvatska narodna banka', authorityId: 'HR-HNB' };

/** Validity period of a certificate. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export interface TppCertificateOptions extends Validity {
  readonly organizationIdentifier: string;
  readonly name: string;
  readonly roles: readonly TppRole[];
  /** Replaces those derived from `roles`. */
  readonly pspRoles?: readonly PspRole[];
  readonly qcType: QcType;
  readonly key?: KeyKind;
  /** Omits the PSD2 statement, so that the certificate is not that of a payment service provider. */
  readonly withoutStatement?: true;
  /** Its host names: CN and DNS names. */
  readonly commonName?: string;
  readonly dnsNames?: readonly string[];
  /** Address of its issuer's OCSP responder. */
  readonly ocspUrl?: string;
  /** Address of its issuer's revocation list. */
  readonly revocationListUrl?: string;
}

/** An authority that issues certificates like qualified trust service providers. For the sandbox and tests only. */
export class TestAuthority {
  /** Its certificate and key, as PEM. */
  readonly own: IssuedCertificate;
  readonly #certificate: X509Certificate;
  readonly #key: PrivateKey;

  private constructor(own: IssuedCertificate, key: PrivateKey) {
    this.own = own;
    this.#certificate = new X509Certificate(own.certificate);
    this.#key = key;
  }

  static async create(now: Date, name = 'XS2A Test Trust Services'): Promise<TestAuthority> {
    const keys = await makeKeys('ec');
    const certificate = await X509CertificateGenerator.createSelfSigned({
      name: nameOf({ C: 'HR', O: name, CN: `${name} CA` }),
      keys,
      serialNumber: newSerialNumber(),
      notBefore: new Date(now.getTime() - DAY_MS),
      notAfter: new Date(now.getTime() + AUTHORITY_DAYS * DAY_MS),
      signingAlgorithm: SIGNING,
      extensions: [...authorityExtensions(), await SubjectKeyIdentifierExtension.create(keys.publicKey)],
    });
    return new TestAuthority(await issuedOf(certificate, keys.privateKey), keys.privateKey);
  }

  /** Loads an existing authority from its certificate and key. */
  static async of(own: IssuedCertificate): Promise<TestAuthority> {
    return new TestAuthority(own, await readSigningKey(own.key));
  }

  /** Issues the certificate of a subordinate authority. */
  async issueAuthority(name: string, validity: Validity): Promise<TestAuthority> {
    const keys = await makeKeys('ec');
    const certificate = await this.#issue(
      { C: 'HR', O: name, CN: `${name} CA` },
      keys.publicKey,
      validity,
      authorityExtensions(),
    );
    return new TestAuthority(await issuedOf(certificate, keys.privateKey), keys.privateKey);
  }

  /** Issues a certificate that only permits signing OCSP responses. */
  async issueResponder(validity: Validity): Promise<IssuedCertificate> {
    const keys = await makeKeys('ec');
    const certificate = await this.#issue({ C: 'HR', CN: 'OCSP responder' }, keys.publicKey, validity, [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.ocspSigning]),
    ]);
    return issuedOf(certificate, keys.privateKey);
  }

  async issueServer(hosts: readonly string[], validity: Validity): Promise<IssuedCertificate> {
    const keys = await makeKeys('ec');
    const names = hosts.map((host) => ({ type: /^[\d.:]+$/.test(host) ? 'ip' : 'dns', value: host }) as const);
    const certificate = await this.#issue({ C: 'HR', O: 'Demo banka', CN: hosts[0] ?? '' }, keys.publicKey, validity, [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      // The bank also presents it to receivers of notifications.
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
      new SubjectAlternativeNameExtension(names),
    ]);
    return issuedOf(certificate, keys.privateKey);
  }

  /** Issues a QWAC (`web`) or QSEAL (`seal`) of a TPP. */
  async issueTpp(order: TppCertificateOptions): Promise<IssuedCertificate> {
    const keys = await makeKeys(order.key ?? 'ec');
    const certificate = await this.#issue(subjectOf(order), keys.publicKey, order, tppExtensions(order));
    return issuedOf(certificate, keys.privateKey);
  }

  /** Creates a revocation list of certificates issued by this authority, as PEM. */
  async revoke(certificates: readonly string[], now: Date, nextUpdate: Date, other: OtherList = {}): Promise<string> {
    return writeRevocations(this.#certificate.subject, this.#key, { certificates, now, nextUpdate, ...other });
  }

  async #issue(
    subject: Record<string, string>,
    publicKey: KeyPair['publicKey'],
    { notBefore, notAfter }: Validity,
    extensions: Extension[],
  ): Promise<X509Certificate> {
    return X509CertificateGenerator.create({
      subject: nameOf(subject),
      issuer: this.#certificate.subject,
      serialNumber: newSerialNumber(),
      notBefore,
      notAfter,
      publicKey,
      signingKey: this.#key,
      signingAlgorithm: SIGNING,
      extensions: [
        ...extensions,
        await SubjectKeyIdentifierExtension.create(publicKey),
        await AuthorityKeyIdentifierExtension.create(this.#certificate.publicKey),
      ],
    });
  }
}

/** Issues a self-signed certificate of a TPP. */
export async function issueSelfSigned(order: TppCertificateOptions): Promise<IssuedCertificate> {
  const keys = await makeKeys(order.key ?? 'ec');
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: nameOf(subjectOf(order)),
    keys,
    serialNumber: newSerialNumber(),
    notBefore: order.notBefore,
    notAfter: order.notAfter,
    signingAlgorithm: { ...keys.privateKey.algorithm, hash: 'SHA-256' },
    extensions: [...tppExtensions(order), await SubjectKeyIdentifierExtension.create(keys.publicKey)],
  });
  return issuedOf(certificate, keys.privateKey);
}

function subjectOf({
  organizationIdentifier,
  name,
  commonName = 'tpp.example',
}: TppCertificateOptions): Record<string, string> {
  return { C: 'HR', O: name, '2.5.4.97': organizationIdentifier, CN: commonName };
}

function tppExtensions({
  roles,
  pspRoles = pspRolesOf(roles),
  qcType,
  withoutStatement,
  dnsNames = [],
  ocspUrl,
  revocationListUrl,
}: TppCertificateOptions): Extension[] {
  const statement = writePspStatement({ isQualified: true, qcTypes: [qcType], pspRoles, ...COMPETENT_AUTHORITY });
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new CertificatePolicyExtension([POLICIES[qcType]]),
    ...(qcType === 'web'
      ? [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth, ExtendedKeyUsage.serverAuth])]
      : []),
    ...(dnsNames.length === 0
      ? []
      : [new SubjectAlternativeNameExtension(dnsNames.map((value) => ({ type: 'dns', value }) as const))]),
    ...(ocspUrl === undefined ? [] : [new AuthorityInfoAccessExtension({ ocsp: ocspUrl })]),
    ...(revocationListUrl === undefined ? [] : [new CRLDistributionPointsExtension([revocationListUrl])]),
    ...(withoutStatement ? [] : [new Extension(QC_STATEMENTS, false, statement)]),
  ];
}

function authorityExtensions(): Extension[] {
  return [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ];
}

function nameOf(parts: Record<string, string>): JsonName {
  return Object.entries(parts).map(([type, value]) => ({ [type]: [value] }));
}

/** 16 random bytes, positive and without a leading zero (RFC 5280 4.1.2.2). */
function newSerialNumber(): string {
  return `4${randomBytes(16).toString('hex').slice(1)}`;
}
