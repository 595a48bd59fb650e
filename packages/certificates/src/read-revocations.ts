import 'reflect-metadata';
import type { X509Certificate } from 'node:crypto';
import { X509Certificate as ParsedCertificate, PemConverter, X509Crl } from '@peculiar/x509';

/** Serial numbers that an issuer has taken back. */
export interface RevocationList {
  readonly serialNumbers: ReadonlySet<bigint>;
  /** When its issuer promised a newer one. */
  readonly nextUpdate?: Date;
}

/** Reads the revocation lists of a PEM text and keeps those that the given issuer signed. Throws where one is malformed. */
export async function readRevocations(pem: string, issuers: readonly X509Certificate[]) {
  const lists = new Map<X509Certificate, RevocationList[]>();
  let unsigned = 0;
  for (const der of PemConverter.decode(pem)) {
    const list = new X509Crl(der);
    const issuer = await signerOf(list, issuers);
    if (issuer === undefined) {
      unsigned++;
      continue;
    }
    const serialNumbers = new Set(list.entries.map(({ serialNumber }) => BigInt(`0x${serialNumber}`)));
    const read = { serialNumbers, ...(list.nextUpdate !== undefined && { nextUpdate: list.nextUpdate }) };
    lists.set(issuer, [...(lists.get(issuer) ?? []), read]);
  }
  return { lists, unsigned };
}

async function signerOf(list: X509Crl, issuers: readonly X509Certificate[]): Promise<X509Certificate | undefined> {
  for (const issuer of issuers) {
    const isSigner = await list.verify({ publicKey: new ParsedCertificate(issuer.raw) }).catch(() => false);
    if (isSigner) return issuer;
  }
  return undefined;
}
