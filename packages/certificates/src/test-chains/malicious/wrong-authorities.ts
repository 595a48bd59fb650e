import { BasicConstraints, KeyUsageFlags, Version } from '@peculiar/asn1-x509';
import { authority, issuerWith, leaf, leafWith, lengthOf, TPP } from '../authorities.ts';
import { extension, keyUsage, makeCertificate, OID, replacing, without } from '../make-certificate.ts';
import { AUTHORITY_OF_TPP, anchorWith, type MaliciousChain, NOT_ISSUED, row, under } from './chain-builders.ts';

export const WRONG_AUTHORITIES: readonly MaliciousChain[] = [
  row(
    'one authority too many below the issuer (pathLen 0)',
    'path length',
    under({ extensions: replacing(lengthOf(0)) }, {}),
  ),
  row('two authorities too many (pathLen 1)', 'path length', under({ extensions: replacing(lengthOf(1)) }, {}, {})),
  row('pathLen 0 of an authority on the trust list', 'path length', (_, kind) => {
    const anchor = authority('Anchor pathLen', undefined, { extensions: replacing(lengthOf(0)) });
    const issuer = authority('Issuing CA', anchor);
    return { leaf: leaf(kind, issuer), sent: [issuer], anchors: [anchor] };
  }),
  row('five authorities', undefined, under({}, {}, {}, {}), {
    opensslAccepts: 'four authorities are enough for a qualified certificate',
  }),
  row(
    'seven issuers sent along',
    'more than 6 issuers',
    (all, kind) => {
      const chain = issuerWith({})(all, kind);
      const others = Array.from({ length: 6 }, (_, index) => authority(`Other ${index}`, all.root));
      return { ...chain, sent: [...others, ...(chain.sent ?? [])] };
    },
    { opensslAccepts: 'the number is bounded for its cost' },
  ),
  row('CA:TRUE at a TPP', 'one of an authority', leafWith(AUTHORITY_OF_TPP), {
    opensslAccepts: 'RFC 5280 lets an authority be a client',
  }),
  row(
    'the CA:TRUE certificate of a TPP as issuer of another',
    'a payment service provider',
    ({ root }, kind) => {
      const other = leaf(kind, root, AUTHORITY_OF_TPP);
      return { leaf: leaf(kind, other, { subject: { ...TPP, O: 'Forged' } }), sent: [other] };
    },
    { opensslAccepts: 'RFC 5280 knows no payment service providers' },
  ),
  row('the certificate of a TPP as issuer of another', NOT_ISSUED, ({ root }, kind) => {
    const other = leaf(kind, root);
    return { leaf: leaf(kind, other), sent: [other] };
  }),
  row('an issuer with a negative path length', undefined, issuerWith({ extensions: replacing(lengthOf(-1)) })),
  row('an issuer without basicConstraints', undefined, issuerWith({ extensions: without(OID.basicConstraints) })),
  row(
    'an issuer with CA:FALSE',
    undefined,
    issuerWith({ extensions: replacing(extension(OID.basicConstraints, new BasicConstraints(), true)) }),
  ),
  row(
    'an issuer whose key usage is signing alone',
    undefined,
    issuerWith({ extensions: replacing(keyUsage(KeyUsageFlags.digitalSignature)) }),
  ),
  row('an issuer without key usage', 'key usage', issuerWith({ extensions: without(OID.keyUsage) })),
  row('an issuer of version 1', undefined, issuerWith({ version: Version.v1, extensions: () => [] })),
  row('an issuer that has expired', 'its issuer is not valid now', issuerWith({ from: -30, until: -2 })),
  row('an issuer that is not valid yet', 'its issuer is not valid now', issuerWith({ from: 2 })),
  row(
    'an authority on the trust list that has expired',
    'its issuer is not valid now',
    anchorWith({ from: -30, until: -2 }),
  ),
  row(
    'an issuer that is revoked',
    undefined,
    (all, kind) => {
      const chain = issuerWith({})(all, kind);
      return { ...chain, revoked: chain.sent ?? [] };
    },
    { code: 'CERTIFICATE_REVOKED' },
  ),
  row(
    'an authority that the trust list has for the other purpose',
    NOT_ISSUED,
    (all, kind) => ({
      ...anchorWith({})(all, kind),
      purposes: kind === 'web' ? 'seal' : 'web',
    }),
    { opensslAccepts: 'the trust list is not its matter' },
  ),
  row('authorities that certify each other, none on the trust list', NOT_ISSUED, (_, kind) => {
    const first = authority('Loop 1');
    const second = authority('Loop 2', first);
    const again = authority('Loop 1', second, { ownKey: first.key });
    return { leaf: leaf(kind, second), sent: [second, again] };
  }),
  row('an authority with the name of one on the trust list', NOT_ISSUED, (_, kind) => {
    const forged = authority('Chain Root');
    return { leaf: leaf(kind, forged), sent: [forged] };
  }),
  row('its issuer is missing', NOT_ISSUED, (all, kind) => ({ leaf: issuerWith({})(all, kind).leaf })),
  row('self-signed', NOT_ISSUED, (_, kind) => ({ leaf: makeCertificate({ kind, subject: TPP }) })),
];
