import 'reflect-metadata';
import type { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import { IssuingDistributionPoint } from '@peculiar/asn1-x509';
import {
  CRLDistributionPointsExtension,
  type Extension,
  X509Certificate as ParsedCertificate,
  PemConverter,
  type X509Crl,
} from '@peculiar/x509';
import { type SplitList, splitRevocations } from './split-revocations.ts';

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
    const split = splitRevocations(Buffer.from(der));
    const issuer = await signerOf(split.list, issuers);
    if (issuer === undefined) {
      unsigned++;
      continue;
    }
    lists.set(issuer, [...(lists.get(issuer) ?? []), contentOf(split)]);
  }
  return { lists, unsigned };
}

/** Whose list it has to be, of which address, and at what time. */
export interface ListWanted {
  readonly issuer: X509Certificate;
  readonly url: string;
  readonly now: Date;
}

/**
 * Reads one revocation list, DER or PEM, as its issuer publishes it. Throws where it is malformed, of another issuer, of the
 * future, or is not the whole list of that address (RFC 5280 5.2: a delta, one of several issuers, of another address).
 */
export async function readPublishedList(bytes: Buffer, { issuer, url, now }: ListWanted): Promise<RevocationList> {
  const isPem = bytes.subarray(0, PEM_BEGIN.length).equals(PEM_BEGIN);
  const split = splitRevocations(isPem ? Buffer.from(PemConverter.decodeFirst(bytes.toString())) : bytes);
  const { list } = split;
  const isOfIssuer = list.issuer === new ParsedCertificate(issuer.raw).subject;
  if (!isOfIssuer || (await signerOf(list, [issuer])) === undefined) throw new Error('signed by nobody who may');
  if (list.thisUpdate.getTime() > now.getTime() + SKEW_MS) throw new Error('of the future');
  if (list.extensions.some((extension) => isNotUnderstood(extension, url))) throw new Error('not the whole list');
  return contentOf(split);
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

/** RFC 5280 5.2.5 and 6.3.3: what one address says of some certificates is not what another says of the others. */
function isNotUnderstood({ critical, type, value }: Extension, url: string): boolean {
  if (type !== ISSUING_POINT) return critical;
  const point = AsnConvert.parse(value, IssuingDistributionPoint);
  if (point.indirectCRL || point.onlyContainsAttributeCerts || point.onlySomeReasons !== undefined) return true;
  const names = point.distributionPoint?.fullName?.map(({ uniformResourceIdentifier }) => uniformResourceIdentifier);
  return names === undefined ? point.onlyContainsCACerts || point.onlyContainsUserCerts : !names.includes(url);
}

function contentOf({ list, serialNumbers }: SplitList): RevocationList {
  const { thisUpdate, nextUpdate } = list;
  return { serialNumbers, thisUpdate, ...(nextUpdate !== undefined && { nextUpdate }) };
}

async function signerOf(list: X509Crl, issuers: readonly X509Certificate[]): Promise<X509Certificate | undefined> {
  for (const issuer of issuers) {
    // By the algorithm of the list: that of its certificate is the choice of whoever issued that.
    const { publicKey } = new ParsedCertificate(issuer.raw);
    const isSigner = await list.verify({ publicKey }).catch(() => false);
    if (isSigner) return issuer;
  }
  return undefined;
}
