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
    lists.set(issuer, [...(lists.get(issuer) ?? []), contentOf(list)]);
  }
  return { lists, unsigned };
}

/**
 * Reads one revocation list, DER or PEM, as its issuer publishes it. Throws where it is malformed, of another issuer, of the
 * future, or of a part of the certificates only.
 */
export async function readPublishedList(bytes: Buffer, issuer: X509Certificate, now: Date): Promise<RevocationList> {
  const list = new X509Crl(bytes.subarray(0, PEM_BEGIN.length).equals(PEM_BEGIN) ? bytes.toString() : bytes);
  const names = list.issuerName.equals(new ParsedCertificate(issuer.raw).subjectName);
  if (!names || (await signerOf(list, [issuer])) === undefined) throw new Error('signed by nobody who may');
  if (list.thisUpdate.getTime() > now.getTime() + SKEW_MS) throw new Error('of the future');
  if (list.extensions.some(({ type }) => PARTIAL.has(type))) throw new Error('of a part of the certificates');
  return contentOf(list);
}

function contentOf(list: X509Crl): RevocationList {
  const serialNumbers = new Set(list.entries.map(({ serialNumber }) => BigInt(`0x${serialNumber}`)));
  return { serialNumbers, ...(list.nextUpdate !== undefined && { nextUpdate: list.nextUpdate }) };
}

async function signerOf(list: X509Crl, issuers: readonly X509Certificate[]): Promise<X509Certificate | undefined> {
  for (const issuer of issuers) {
    const isSigner = await list.verify({ publicKey: new ParsedCertificate(issuer.raw) }).catch(() => false);
    if (isSigner) return issuer;
  }
  return undefined;
}
