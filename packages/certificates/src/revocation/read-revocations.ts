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
/** Maximum difference between the clocks of an issuer and this machine. */
const SKEW_MS = 60_000;

/** Serial numbers revoked by an issuer. */
export interface RevocationList {
  readonly serialNumbers: ReadonlySet<bigint>;
  readonly thisUpdate: Date;
  /** Time by which the issuer publishes the next list. */
  readonly nextUpdate?: Date;
}

/**
 * Reads the revocation lists of a PEM text and stores each for every given issuer whose key has signed it: an authority with a
 * renewed certificate occurs twice, and a path may end at either. Throws if a list is malformed.
 */
export async function readRevocations(pem: string, issuers: readonly X509Certificate[]) {
  const lists = new Map<X509Certificate, RevocationList[]>();
  let unsigned = 0;
  for (const der of PemConverter.decode(pem)) {
    const split = splitRevocations(Buffer.from(der));
    const content = contentOf(split);
    let isSigned = false;
    for (const issuer of issuers) {
      if (!(await isSignedBy(issuer, split.list))) continue;
      isSigned = true;
      lists.set(issuer, [...(lists.get(issuer) ?? []), content]);
    }
    if (!isSigned) unsigned++;
  }
  return { lists, unsigned };
}

/** The issuer that must have signed the list, the address of the list, and the time of reading. */
interface ListWanted {
  readonly issuer: X509Certificate;
  readonly url: string;
  readonly now: Date;
}

/**
 * Reads one published revocation list, DER or PEM. Throws if it is malformed, signed by another issuer, from the future, or not
 * the complete list of that address (RFC 5280, 5.2: a delta list, an indirect list, a list for another address).
 */
export async function readPublishedList(bytes: Buffer, { issuer, url, now }: ListWanted): Promise<RevocationList> {
  const isPem = bytes.subarray(0, PEM_BEGIN.length).equals(PEM_BEGIN);
  const split = splitRevocations(isPem ? Buffer.from(PemConverter.decodeFirst(bytes.toString())) : bytes);
  const { list } = split;
  const isOfIssuer = list.issuer === new ParsedCertificate(issuer.raw).subject;
  if (!isOfIssuer || !(await isSignedBy(issuer, list))) throw new Error('the list is not signed by its issuer');
  if (list.thisUpdate.getTime() > now.getTime() + SKEW_MS) throw new Error('the list is from the future');
  if (list.extensions.some((extension) => isNotUnderstood(extension, url))) throw new Error('the list is not complete');
  return contentOf(split);
}

/** First http(s) address of the issuer's revocation list; undefined if the certificate has none. */
export function revocationListUrlOf({ raw }: Pick<X509Certificate, 'raw'>): string | undefined {
  const points = new ParsedCertificate(raw).getExtension(CRLDistributionPointsExtension)?.distributionPoints ?? [];
  return (
    points
      // The list of a distribution point with a `cRLIssuer` is signed by another party.
      .filter(({ cRLIssuer }) => cRLIssuer === undefined)
      .flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
      .map(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? '')
      .find((url) => /^https?:\/\/[\x21-\x7e]+$/.test(url) && URL.canParse(url))
  );
}

/** RFC 5280, 5.2.5 and 6.3.3: a list of one distribution point does not cover certificates of another. */
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

async function isSignedBy(issuer: X509Certificate, list: X509Crl): Promise<boolean> {
  // The list names its algorithm. The algorithm in the issuer's certificate is that of the authority above.
  const { publicKey } = new ParsedCertificate(issuer.raw);
  return list.verify({ publicKey }).catch(() => false);
}
