import { BasicConstraints, GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509';
import type { QcType } from '../tpp/psd2-statement.ts';
import {
  type CertificateOptions,
  extension,
  makeCertificate,
  type NameParts,
  nameOf,
  OID,
  type TestCertificate,
} from './make-certificate.ts';

/** Common authorities of all chains; all are on the trust list. */
export interface TestAuthorities {
  readonly root: TestCertificate;
  readonly rsaRoot: TestCertificate;
}

/** A certificate of a TPP, the issuers sent with it, and the trust list entries besides the common authorities. */
export interface TestChain {
  readonly leaf: TestCertificate;
  readonly sent?: readonly TestCertificate[];
  readonly anchors?: readonly TestCertificate[];
  /** The line before its own authorities in the trust list. */
  readonly purposes?: string;
  /** Certificates on the revocation list of the common root. */
  readonly revoked?: readonly TestCertificate[];
}

/** Builds a chain to a certificate for a purpose. */
export type BuildChain = (authorities: TestAuthorities, kind: QcType) => TestChain;

/** Differences from a usual certificate. */
export type Changes = Partial<CertificateOptions>;

export const TPP: NameParts = {
  C: 'HR',
  O: 'Test TPP',
  organizationIdentifier: 'PSDHR-HNB-CHAIN',
  CN: 'tpp.example',
};

export function makeAuthorities(): TestAuthorities {
  return {
    root: authority('Chain Root'),
    rsaRoot: authority('Chain RSA Root', undefined, { key: 'rsa2048' }),
  };
}

/** Certificate of an authority, self-signed or issued by another. */
export function authority(
  name: string,
  issuer?: TestCertificate,
  changed: Partial<CertificateOptions> = {},
): TestCertificate {
  const subject = { C: 'HR', O: 'Trust Services', CN: name };
  return makeCertificate({ kind: 'authority', subject, until: 3_000, ...changed }, issuer);
}

/** The certificate of a TPP. */
export function leaf(
  kind: QcType,
  issuer: TestCertificate,
  changed: Partial<CertificateOptions> = {},
): TestCertificate {
  return makeCertificate({ kind, subject: TPP, ...changed }, issuer);
}

export function lengthOf(pathLenConstraint: number) {
  return extension(OID.basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint }), true);
}

const subtrees = (names: readonly GeneralName[], minimum: number) =>
  new GeneralSubtrees(names.map((base) => new GeneralSubtree({ base, minimum })));

/** Name constraints with permitted and excluded subtrees. */
export function constraintsOf(
  permitted: readonly GeneralName[],
  excluded: readonly GeneralName[] = [],
  { minimum = 0, critical = true } = {},
) {
  const value = new NameConstraints({
    ...(permitted.length > 0 && { permittedSubtrees: subtrees(permitted, minimum) }),
    ...(excluded.length > 0 && { excludedSubtrees: subtrees(excluded, minimum) }),
  });
  return extension(OID.nameConstraints, value, critical);
}

export const dns = (dNSName: string): GeneralName => new GeneralName({ dNSName });
export const directory = (parts: NameParts, encoding?: CertificateOptions['encoding']): GeneralName =>
  new GeneralName({ directoryName: nameOf(parts, encoding) });

/** A changed certificate of a TPP, issued by the common root. */
export const leafWith =
  (changed: Changes): BuildChain =>
  ({ root }, kind) => ({ leaf: leaf(kind, root, changed) });

/** A correct certificate issued by an authority that is sent with it and changed. */
export const issuerWith =
  (changed: Changes, ofLeaf: Changes = {}): BuildChain =>
  ({ root }, kind) => {
    const issuer = authority('Issuing CA', root, changed);
    return { leaf: leaf(kind, issuer, ofLeaf), sent: [issuer] };
  };
