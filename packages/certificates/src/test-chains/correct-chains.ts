import { GeneralName, KeyUsageFlags, SubjectAlternativeName } from '@peculiar/asn1-x509';
import {
  authority,
  type BuildChain,
  constraintsOf,
  directory,
  dns,
  issuerWith,
  leaf,
  leafWith,
  lengthOf,
  TPP,
} from './authorities.ts';
import { extendedKeyUsage, extension, keyUsage, OID, replacing, without } from './make-certificate.ts';

/** A valid chain, however unusual. */
export interface CorrectChain {
  readonly unusual: string;
  /** Reason why a chain that OpenSSL refuses is accepted. */
  readonly opensslRefuses?: string;
  /** Node cannot present the certificates as a TLS client. */
  readonly notOverTls?: true;
  readonly build: BuildChain;
}

const SEMANTICS = extension('1.3.6.1.5.5.7.1.25', Buffer.from([5, 0]));
const hosts = (...items: readonly string[]) =>
  extension(OID.subjectAltName, new SubjectAlternativeName(items.map(dns)));

export const CORRECT_CHAINS: readonly CorrectChain[] = [
  { unusual: 'issued by the authority on the trust list itself', build: leafWith({}) },
  {
    unusual: 'two issuers',
    build: ({ root }, kind) => {
      const above = authority('CA above', root, { extensions: replacing(lengthOf(1)) });
      const issuer = authority('CA below', above, { extensions: replacing(lengthOf(0)) });
      return { leaf: leaf(kind, issuer), sent: [issuer, above] };
    },
  },
  {
    unusual: 'two issuers in the other order, with the root',
    build: ({ root }, kind) => {
      const above = authority('CA above', root);
      const issuer = authority('CA below', above);
      return { leaf: leaf(kind, issuer), sent: [root, above, issuer] };
    },
  },
  {
    unusual: 'an authority that two others have certified, one of them unknown',
    opensslRefuses: 'it takes the first path',
    build: ({ root }, kind) => {
      const unknown = authority('Unknown Root');
      const byUnknown = authority('Crossed CA', unknown);
      const byRoot = authority('Crossed CA', root, { ownKey: byUnknown.key });
      return { leaf: leaf(kind, byRoot), sent: [byUnknown, unknown, byRoot] };
    },
  },
  {
    unusual: 'an authority that two others have certified, one of them expired',
    build: ({ root }, kind) => {
      const expired = authority('Crossed CA', root, { from: -30, until: -2 });
      const current = authority('Crossed CA', root, { ownKey: expired.key });
      return { leaf: leaf(kind, current), sent: [expired, current] };
    },
  },
  {
    unusual: 'an authority on the trust list that is none of itself',
    build: ({ root }, kind) => {
      const issuing = authority('Listed issuing CA', root);
      return { leaf: leaf(kind, issuing), anchors: [issuing] };
    },
  },
  {
    unusual: 'RSASSA-PSS with SHA-256',
    build: ({ rsaRoot }, kind) => ({ leaf: leaf(kind, rsaRoot, { signature: 'pss-sha256' }) }),
  },
  {
    unusual: 'RSA with SHA-512',
    build: ({ rsaRoot }, kind) => ({ leaf: leaf(kind, rsaRoot, { signature: 'rsa-sha512' }) }),
  },
  { unusual: 'P-384', build: issuerWith({ key: 'p384' }, { key: 'p384', signature: 'ecdsa-sha384' }) },
  { unusual: 'P-521', build: issuerWith({ key: 'p521' }, { key: 'p521', signature: 'ecdsa-sha512' }) },
  { unusual: 'RSA-4096', build: issuerWith({ key: 'rsa4096' }, { key: 'rsa4096' }) },
  { unusual: 'a Brainpool curve', build: issuerWith({ key: 'brainpool' }, { key: 'brainpool' }), notOverTls: true },
  { unusual: 'an issuer with Ed25519', build: issuerWith({ key: 'ed25519' }) },
  { unusual: 'no extended key usage', build: leafWith({ extensions: without(OID.extKeyUsage) }) },
  {
    unusual: 'any extended key usage',
    opensslRefuses: 'RFC 5280, 4.2.1.12 leaves it to the application',
    build: leafWith({ extensions: replacing(extendedKeyUsage(OID.anyExtendedKeyUsage)) }),
  },
  {
    unusual: 'an issuer limited to clientAuth and serverAuth',
    build: issuerWith({ extensions: replacing(extendedKeyUsage(OID.serverAuth, OID.clientAuth)) }),
  },
  { unusual: 'no key usage', build: leafWith({ extensions: without(OID.keyUsage) }) },
  {
    unusual: 'non-repudiation alone, of a seal',
    build: ({ root }, kind) => {
      const flags = kind === 'seal' ? KeyUsageFlags.nonRepudiation : KeyUsageFlags.digitalSignature;
      return { leaf: leaf(kind, root, { extensions: replacing(keyUsage(flags)) }) };
    },
  },
  {
    unusual: 'a key that also encrypts',
    build: leafWith({
      extensions: replacing(keyUsage(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment)),
    }),
  },
  {
    unusual: 'no key identifiers',
    opensslRefuses: 'RFC 5280, 4.2.1.1 demands it of authorities, 6.1 does not',
    build: leafWith({ extensions: without(OID.authorityKeyIdentifier, OID.subjectKeyIdentifier) }),
  },
  {
    unusual: 'names as PrintableString where the constraint has UTF8String',
    build: issuerWith(
      { extensions: replacing(constraintsOf([directory({ C: 'HR', O: 'Test TPP' })])) },
      {
        encoding: 'printableString',
        issuerName: { C: 'HR', O: 'Trust Services', CN: 'Issuing CA' },
      },
    ),
  },
  {
    unusual: 'names within the constraints of both issuers',
    build: ({ root }, kind) => {
      const above = authority('CA above', root, {
        extensions: replacing(constraintsOf([dns('example'), directory({ C: 'HR' })])),
      });
      const issuer = authority('CA below', above, {
        extensions: replacing(constraintsOf([dns('tpp.example')], [dns('old.tpp.example')])),
      });
      return {
        leaf: leaf(kind, issuer, { extensions: replacing(hosts('tpp.example', '*.api.tpp.example')) }),
        sent: [issuer, above],
      };
    },
  },
  {
    unusual: 'constraints on forms of names that it does not have',
    build: issuerWith({
      extensions: replacing(
        constraintsOf([new GeneralName({ rfc822Name: 'bank.example' })], [new GeneralName({ iPAddress: '0.0.0.0/0' })]),
      ),
    }),
  },
  {
    unusual: 'an extension that nobody knows, not critical',
    build: leafWith({ extensions: (usual) => [...usual, SEMANTICS] }),
  },
  {
    unusual: 'an authority that replaced its own key, below pathLen 0',
    build: ({ root }, kind) => {
      const old = authority('Rolling CA', root, { extensions: replacing(lengthOf(0)) });
      const renewed = authority('Rolling CA', old);
      return { leaf: leaf(kind, renewed), sent: [renewed, old] };
    },
  },
  {
    unusual: 'the longest serial number',
    build: leafWith({ serialNumber: Buffer.concat([Buffer.from([0]), Buffer.alloc(20, 0xff)]) }),
  },
  {
    unusual: 'a name with several values of an attribute',
    build: leafWith({ subject: { ...TPP, OU: 'One', '2.5.4.7': 'Zagreb', '2.5.4.5': 'HNB-CHAIN' } }),
  },
];
