import { AuthorityKeyIdentifier, GeneralName, KeyIdentifier } from '@peculiar/asn1-x509';
import { authority, constraintsOf, directory, dns, issuerWith, leaf, leafWith, TPP } from '../authorities.ts';
import { bytesOf, extension, OID, replacing } from '../make-certificate.ts';
import { anchorWith, constrained, type MaliciousChain, NAMES, NOT_ISSUED, names, row } from './chain-builders.ts';

export const WRONG_NAMES: readonly MaliciousChain[] = [
  row(
    'a host outside the permitted domain, where the constraint is not critical',
    NAMES,
    issuerWith(
      {
        extensions: replacing(constraintsOf([dns('bank.example')], [], { critical: false })),
      },
      names(dns('tpp.example')),
    ),
  ),
  row(
    'a constraint on parts of a domain',
    NAMES,
    issuerWith(
      { extensions: replacing(constraintsOf([dns('example')], [], { minimum: 1 })) },
      names(dns('tpp.example')),
    ),
  ),
  row('a directory name that its issuer may not use', NAMES, issuerWith(constrained([directory({ C: 'DE' })]))),
  row('a directory name that is excluded', NAMES, issuerWith(constrained([], [directory({ C: 'HR', O: 'Test TPP' })]))),
  row(
    'an excluded directory name in other letters',
    NAMES,
    issuerWith(constrained([], [directory({ C: 'HR', O: 'TEST  tpp' }, 'printableString')])),
  ),
  row(
    'a host outside the permitted domain',
    NAMES,
    issuerWith(constrained([dns('bank.example')]), names(dns('tpp.example'))),
  ),
  row(
    'a second host outside the permitted domain',
    NAMES,
    issuerWith(constrained([dns('tpp.example')]), names(dns('tpp.example'), dns('evil.example'))),
  ),
  row(
    'a host in an excluded domain',
    NAMES,
    issuerWith(constrained([], [dns('tpp.example')]), names(dns('a.tpp.example'))),
  ),
  row(
    'a wildcard over an excluded host',
    NAMES,
    issuerWith(constrained([], [dns('a.tpp.example')]), names(dns('*.tpp.example'))),
    { opensslAccepts: 'OpenSSL compares wildcards as text' },
  ),
  row('a CN outside the permitted domain', NAMES, issuerWith(constrained([dns('bank.example')]))),
  row(
    'a CN outside the permitted domain, with another full stop',
    NAMES,
    issuerWith(constrained([dns('bank.example')]), { subject: { ...TPP, CN: 'tpp\u3002example' } }),
    { opensslAccepts: 'OpenSSL takes a CN with such a character for no host' },
  ),
  row(
    'a CN in an excluded domain, in letters of its language',
    NAMES,
    issuerWith(constrained([], [dns('xn--rtva-kbb.example')]), { subject: { ...TPP, CN: '\u017Ertva.example' } }),
    { opensslAccepts: 'OpenSSL takes a CN with such a character for no host' },
  ),
  row(
    'a host outside the permitted domain, written as the beginning of an address',
    NAMES,
    issuerWith(constrained([dns('tpp.example')]), names(dns('evil.example/.tpp.example'))),
    { opensslAccepts: 'OpenSSL compares names as text' },
  ),
  row('a host outside the domain of the second of two issuers', NAMES, ({ root }, kind) => {
    const above = authority('CA above', root, constrained([dns('example')]));
    const issuer = authority('CA below', above, constrained([dns('other.example')]));
    return { leaf: leaf(kind, issuer, names(dns('tpp.example'))), sent: [issuer, above] };
  }),
  row(
    'a host outside the domain of the authority on the trust list',
    NAMES,
    anchorWith(constrained([dns('bank.example')]), names(dns('tpp.example'))),
  ),
  row(
    'an address outside the permitted subnet',
    NAMES,
    issuerWith(
      constrained([new GeneralName({ iPAddress: '10.0.0.0/8' })]),
      names(new GeneralName({ iPAddress: '192.0.2.1' })),
    ),
  ),
  row(
    'a mailbox outside the permitted host',
    NAMES,
    issuerWith(
      constrained([new GeneralName({ rfc822Name: 'bank.example' })]),
      names(new GeneralName({ rfc822Name: 'a@tpp.example' })),
    ),
  ),
  row(
    'a URI on an excluded host',
    NAMES,
    issuerWith(
      constrained([], [new GeneralName({ uniformResourceIdentifier: '.tpp.example' })]),
      names(new GeneralName({ uniformResourceIdentifier: 'https://a.tpp.example/x' })),
    ),
  ),
  row(
    'the name of another issuer than the one that signed',
    NOT_ISSUED,
    leafWith({ issuerName: { C: 'HR', O: 'Trust Services', CN: 'Other' } }),
  ),
  row(
    'the key identifier of another issuer',
    NOT_ISSUED,
    leafWith({
      extensions: replacing(
        extension(
          OID.authorityKeyIdentifier,
          new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(Buffer.alloc(20, 7)) }),
        ),
      ),
    }),
  ),
  row('the serial number of another issuer', NOT_ISSUED, ({ root }, kind) => {
    const identifier = new AuthorityKeyIdentifier({
      authorityCertIssuer: [new GeneralName({ directoryName: root.parsed.tbsCertificate.subject })],
      authorityCertSerialNumber: bytesOf(Buffer.from([9])),
    });
    return { leaf: leaf(kind, root, { extensions: replacing(extension(OID.authorityKeyIdentifier, identifier)) }) };
  }),
];
