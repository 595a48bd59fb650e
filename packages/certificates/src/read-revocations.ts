import 'reflect-metadata';
import type { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { IssuingDistributionPoint } from '@peculiar/asn1-x509';
import {
  CRLDistributionPointsExtension,
  type Extension,
  X509Certificate as ParsedCertificate,
  PemConverter,
  X509Crl,
} from '@peculiar/x509';

const PEM_BEGIN = Buffer.from('-----BEGIN');
const ISSUING_POINT = '2.5.29.28';
/** Difference between the clocks of an issuer and of this machine. */
const SKEW_MS = 60_000;

/** Serial numbers that an issuer has taken back. */
export interface RevocationList {
  readonly serialNumbers: ReadonlySet<bigint>;
  readonly thisUpdate: Date;
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
 * future, or means something else than what it names (RFC 5280 5.2: a delta, one of several issuers).
 */
export async function readPublishedList(bytes: Buffer, issuer: X509Certificate, now: Date): Promise<RevocationList> {
  const list = new X509Crl(bytes.subarray(0, PEM_BEGIN.length).equals(PEM_BEGIN) ? bytes.toString() : bytes);
  const isOfIssuer = list.issuer === new ParsedCertificate(issuer.raw).subject;
  if (!isOfIssuer || (await signerOf(list, [issuer])) === undefined) throw new Error('signed by nobody who may');
  if (list.thisUpdate.getTime() > now.getTime() + SKEW_MS) throw new Error('of the future');
  if (list.extensions.some(isNotUnderstood)) throw new Error('with a critical extension that is not understood');
  return contentOf(list);
}

/** Where a certificate says that the list of its issuer lies: the first http(s) address; undefined where it names none. */
export function revocationListUrlOf({ raw }: Pick<X509Certificate, 'raw'>): string | undefined {
  const points = new ParsedCertificate(raw).getExtension(CRLDistributionPointsExtension)?.distributionPoints ?? [];
  return (
    points
      // Those with an issuer of their own hold lists that somebody else signs.
      .filter(({ cRLIssuer }) => cRLIssuer === undefined)
      .flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
      .map(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? '')
      .find((url) => /^https?:\/\/[\x21-\x7e]+$/.test(url) && URL.canParse(url))
  );
}

/** The point that a list is issued for says but where it lies, unless it takes in what others have issued. */
function isNotUnderstood({ critical, type, value }: Extension): boolean {
  if (type === ISSUING_POINT) return AsnConvert.parse(value, IssuingDistributionPoint).indirectCRL === true;
  return critical;
}

function contentOf(list: X509Crl): RevocationList {
  const serialNumbers = new Set(list.entries.map(({ serialNumber }) => BigInt(`0x${serialNumber}`)));
  const { thisUpdate } = list;
  return { serialNumbers, thisUpdate, ...(list.nextUpdate !== undefined && { nextUpdate: list.nextUpdate }) };
}

async function signerOf(list: X509Crl, issuers: readonly X509Certificate[]): Promise<X509Certificate | undefined> {
  for (const issuer of issuers) {
    const isSigner = await list.verify({ publicKey: new ParsedCertificate(issuer.raw) }).catch(() => false);
    if (isSigner) return issuer;
  }
  return undefined;
}
