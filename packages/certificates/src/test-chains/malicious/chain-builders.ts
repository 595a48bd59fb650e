import { BasicConstraints, type GeneralName, KeyUsageFlags, SubjectAlternativeName } from '@peculiar/asn1-x509';
import { writePspStatement } from '../../tpp/psd2-statement.ts';
import { authority, type BuildChain, type Changes, constraintsOf, leaf } from '../authorities.ts';
import {
  extendedKeyUsage,
  extension,
  keyUsage,
  OID,
  pspStatement,
  replacing,
  type TestCertificate,
} from '../make-certificate.ts';

/** An invalid chain: its fault, the message code, and a part of the error text. */
export interface MaliciousChain {
  readonly wrong: string;
  readonly code: 'CERTIFICATE_INVALID' | 'CERTIFICATE_EXPIRED' | 'CERTIFICATE_REVOKED';
  readonly text?: string;
  /** Reason why a chain that OpenSSL accepts is refused. */
  readonly opensslAccepts?: string;
  /** Node cannot present the certificates as a TLS client. */
  readonly notOverTls?: true;
  readonly build: BuildChain;
}

/** An unknown extension. */
export const UNKNOWN = extension('1.3.6.1.4.1.99999.1', Buffer.from([5, 0]), true);
const ETSI = 'ETSI demands what RFC 5280 does not';
const KINDS = 'it counts bits of security, and not the kinds of keys that are agreed on';

/** A correct certificate issued by a changed authority on the trust list. */
export const anchorWith =
  (changed: Changes, ofLeaf: Changes = {}): BuildChain =>
  (_, kind) => {
    const anchor = authority(`Anchor ${crypto.randomUUID()}`, undefined, changed);
    return { leaf: leaf(kind, anchor, ofLeaf), anchors: [anchor] };
  };

/** A certificate below several changed authorities, from the top. */
export const under =
  (...changes: readonly Changes[]): BuildChain =>
  ({ root }, kind) => {
    const sent: TestCertificate[] = [];
    for (const [index, changed] of changes.entries()) {
      sent.unshift(authority(`CA ${index}`, sent[0] ?? root, changed));
    }
    return { leaf: leaf(kind, sent[0] ?? root), sent };
  };

/** Alternative names, name constraints, extended key usages, and statements that replace the usual ones. */
export const names = (...items: readonly GeneralName[]): Changes => ({
  extensions: replacing(extension(OID.subjectAltName, new SubjectAlternativeName([...items]))),
});
export const constrained = (...order: Parameters<typeof constraintsOf>): Changes => ({
  extensions: replacing(constraintsOf(...order)),
});
export const purposes = (...ids: readonly string[]): Changes => ({ extensions: replacing(extendedKeyUsage(...ids)) });
export const statement = (changed: Parameters<typeof pspStatement>[0]): BuildChain => {
  return ({ root }, kind) => {
    const value = Buffer.from(writePspStatement(pspStatement({ qcTypes: [kind], ...changed })));
    return { leaf: leaf(kind, root, { extensions: replacing(extension(OID.qcStatements, value)) }) };
  };
};
export const CA = new BasicConstraints({ cA: true });
/** Extensions that turn a TPP certificate into that of an authority. */
export const AUTHORITY_OF_TPP: Changes = {
  extensions: replacing(
    extension(OID.basicConstraints, CA, true),
    keyUsage(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign),
  ),
};

const INVALID = 'CERTIFICATE_INVALID';
/** A row of the table; its default code is CERTIFICATE_INVALID. */
export const row = (
  wrong: string,
  text: string | undefined,
  build: BuildChain,
  other: Partial<MaliciousChain> = {},
): MaliciousChain => ({
  wrong,
  code: INVALID,
  build,
  ...(text !== undefined && { text }),
  ...other,
});
/** Parts of texts. */
export const NOT_ISSUED = 'not issued by an authority on the trust list';
export const WEAK = 'a weak algorithm';
export const KEY = 'a weak key';
export const NAMES = 'may not issue for its names';
export const PURPOSE = 'another purpose';
/** Reason why OpenSSL accepts a chain. */
export const byBits = { opensslAccepts: KINDS };
export const byEtsi = { opensslAccepts: ETSI };
