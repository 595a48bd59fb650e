import { KeyUsageFlags, PolicyConstraints } from '@peculiar/asn1-x509';
import { authority, issuerWith, leaf, leafWith } from '../authorities.ts';
import { bytesOf, extension, keyUsage, OID, policies, replacing, without } from '../make-certificate.ts';
import { anchorWith, byEtsi, type MaliciousChain, PURPOSE, purposes, row, statement, under } from './chain-builders.ts';

export const WRONG_PURPOSES: readonly MaliciousChain[] = [
  row('an issuer limited to serverAuth', PURPOSE, issuerWith(purposes(OID.serverAuth))),
  row('an issuer limited to codeSigning', PURPOSE, issuerWith(purposes(OID.codeSigning))),
  row('an authority above it limited to serverAuth', PURPOSE, under(purposes(OID.serverAuth), {})),
  row('an authority on the trust list limited to serverAuth', PURPOSE, anchorWith(purposes(OID.serverAuth))),
  row('serverAuth alone', PURPOSE, leafWith(purposes(OID.serverAuth))),
  row('codeSigning alone', PURPOSE, leafWith(purposes(OID.codeSigning))),
  row('ocspSigning alone', 'OCSP', leafWith(purposes(OID.ocspSigning))),
  row('timeStamping alone', 'OCSP', leafWith(purposes(OID.timeStamping))),
  row('ocspSigning beside clientAuth', 'OCSP', leafWith(purposes(OID.clientAuth, OID.ocspSigning)), {
    opensslAccepts: 'it could answer for its own issuer',
  }),
  row(
    'a key for encryption alone',
    'key usage',
    leafWith({ extensions: replacing(keyUsage(KeyUsageFlags.keyEncipherment)) }),
  ),
  row(
    'a key that may sign certificates',
    'one of an authority',
    leafWith({ extensions: replacing(keyUsage(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign)) }),
  ),
  row('not qualified (no QcCompliance)', 'QcCompliance', statement({ isQualified: false }), byEtsi),
  row('no QcType', 'QcType', statement({ qcTypes: [] }), byEtsi),
  row(
    'the other QcType',
    'QcType',
    (all, kind) => statement({ qcTypes: [kind === 'web' ? 'seal' : 'web'] })(all, kind),
    byEtsi,
  ),
  row('no PSD2 statement', 'payment service provider', leafWith({ extensions: without(OID.qcStatements) }), byEtsi),
  row('a policy where its issuer demands another', undefined, ({ root }, kind) => {
    const demands = extension(
      OID.policyConstraints,
      new PolicyConstraints({ requireExplicitPolicy: bytesOf(Buffer.from([0])) }),
      true,
    );
    const issuer = authority('CA with a policy', root, {
      extensions: replacing(demands, policies('1.3.6.1.4.1.99999.2')),
    });
    return { leaf: leaf(kind, issuer), sent: [issuer] };
  }),
];
