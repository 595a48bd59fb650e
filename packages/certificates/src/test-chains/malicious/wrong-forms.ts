import { KeyUsageFlags, Version } from '@peculiar/asn1-x509';
import { issuerWith, leaf, leafWith } from '../authorities.ts';
import { extension, keyUsage, OID, replacing } from '../make-certificate.ts';
import { anchorWith, byEtsi, CA, type MaliciousChain, row, UNKNOWN } from './chain-builders.ts';

export const WRONG_FORMS: readonly MaliciousChain[] = [
  row('an unknown critical extension', 'unknown critical', leafWith({ extensions: (usual) => [...usual, UNKNOWN] })),
  row(
    'an issuer with an unknown critical extension',
    'unknown critical',
    issuerWith({ extensions: (usual) => [...usual, UNKNOWN] }),
  ),
  row(
    'an authority on the trust list with an unknown critical extension',
    'unknown critical',
    anchorWith({ extensions: (usual) => [...usual, UNKNOWN] }),
  ),
  row(
    'an extension twice',
    undefined,
    leafWith({ extensions: (usual) => [...usual, keyUsage(KeyUsageFlags.digitalSignature)] }),
  ),
  row(
    'an issuer with an extension twice',
    undefined,
    issuerWith({ extensions: (usual) => [...usual, extension(OID.basicConstraints, CA, true)] }),
  ),
  row('version 1', undefined, leafWith({ version: Version.v1 })),
  row('serial number 0', 'serial number', leafWith({ serialNumber: Buffer.from([0]) }), byEtsi),
  row('a negative serial number', 'serial number', leafWith({ serialNumber: Buffer.from([0x80, 1]) }), byEtsi),
  row('a serial number of 21 bytes', 'serial number', leafWith({ serialNumber: Buffer.alloc(21, 0x41) }), byEtsi),
  row('bytes after the certificate', undefined, leafWith({ trailing: Buffer.from([0, 0]) }), {
    opensslAccepts: 'its reader ignores them',
    notOverTls: true,
  }),
  row(
    'a malformed extension',
    undefined,
    leafWith({ extensions: replacing(extension(OID.extKeyUsage, Buffer.from([0x30, 2, 6]))) }),
  ),
  row(
    'bytes after the value of an extension',
    'malformed',
    leafWith({
      extensions: replacing(
        extension(OID.extKeyUsage, Buffer.concat([Buffer.from('300a06082b06010505070302', 'hex'), Buffer.from([0])])),
      ),
    }),
    byEtsi,
  ),
  row('it has expired', undefined, leafWith({ from: -30, until: -2 }), { code: 'CERTIFICATE_EXPIRED' }),
  row('it is not valid yet', 'not valid yet', leafWith({ from: 2 })),
  row('its time ends before it begins', undefined, leafWith({ from: 5, until: -5 })),
  row(
    'it is revoked',
    undefined,
    ({ root }, kind) => {
      const revoked = leaf(kind, root);
      return { leaf: revoked, revoked: [revoked] };
    },
    { code: 'CERTIFICATE_REVOKED' },
  ),
];
