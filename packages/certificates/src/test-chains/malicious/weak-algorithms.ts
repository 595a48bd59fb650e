import { issuerWith, leaf, leafWith } from '../authorities.ts';
import { anchorWith, byBits, KEY, type MaliciousChain, NOT_ISSUED, row, WEAK } from './chain-builders.ts';

export const WEAK_ALGORITHMS: readonly MaliciousChain[] = [
  row('SHA-1 (RSA)', WEAK, ({ rsaRoot }, kind) => ({ leaf: leaf(kind, rsaRoot, { signature: 'rsa-sha1' }) })),
  row('SHA-1 (ECDSA)', WEAK, leafWith({ signature: 'ecdsa-sha1' })),
  row('MD5', WEAK, ({ rsaRoot }, kind) => ({ leaf: leaf(kind, rsaRoot, { signature: 'rsa-md5' }) })),
  row('RSASSA-PSS with SHA-1', WEAK, ({ rsaRoot }, kind) => ({ leaf: leaf(kind, rsaRoot, { signature: 'pss-sha1' }) })),
  row('an issuer signed with SHA-1', WEAK, issuerWith({ signature: 'ecdsa-sha1' })),
  row('an issuer with a DSA key', WEAK, issuerWith({ key: 'dsa' }), byBits),
  row('RSA-1024', KEY, leafWith({ key: 'rsa1024' })),
  row('an issuer with RSA-1024', KEY, issuerWith({ key: 'rsa1024' })),
  row('an authority on the trust list with RSA-1024', KEY, anchorWith({ key: 'rsa1024' })),
  row('RSA with the public exponent 3', KEY, leafWith({ key: 'rsaExponent3' }), byBits),
  row('DSA', KEY, leafWith({ key: 'dsa' }), { ...byBits, notOverTls: true }),
  row('a curve of 192 bits', KEY, leafWith({ key: 'p192' }), { notOverTls: true }),
  row('a curve of 224 bits', KEY, leafWith({ key: 'p224' }), { ...byBits, notOverTls: true }),
  row('an issuer on secp256k1', KEY, issuerWith({ key: 'secp256k1' }), byBits),
  row('secp256k1', KEY, leafWith({ key: 'secp256k1' }), { ...byBits, notOverTls: true }),
  row('a curve by its parameters', KEY, leafWith({ key: 'explicit' }), { notOverTls: true }),
  row('an issuer on a curve of 192 bits', KEY, issuerWith({ key: 'p192' })),
  row('another algorithm in the signed part', undefined, leafWith({ statedSignature: 'ecdsa-sha384' })),
  row('a spoilt signature', NOT_ISSUED, leafWith({ isForged: true })),
];
