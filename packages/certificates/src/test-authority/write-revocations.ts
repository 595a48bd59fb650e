import 'reflect-metadata';
import { AsnConvert } from '@peculiar/asn1-schema';
import { DistributionPointName, GeneralName, IssuingDistributionPoint } from '@peculiar/asn1-x509';
import { Extension, PemConverter, X509Certificate, X509CrlGenerator } from '@peculiar/x509';
import { type PrivateKey, SIGNING } from './issued-certificate.ts';

const DAY_MS = 86_400_000;
/** RFC 5280 5.2.4 and 5.2.5. */
const DELTA_INDICATOR = '2.5.29.27';
const ISSUING_POINT = '2.5.29.28';

/** Restrictions due to which a revocation list does not cover all certificates. */
export interface OtherList {
  /** The only address for which it is valid. */
  readonly issuingPoint?: string;
  /** For a delta list: the number, below 128, of its base list. */
  readonly deltaOf?: number;
}

interface RevocationListOptions extends OtherList {
  readonly certificates: readonly string[];
  readonly now: Date;
  readonly nextUpdate: Date;
}

/** Writes a revocation list, dated a day ago, as PEM. For the sandbox and tests only. */
export async function writeRevocations(
  issuer: string,
  signingKey: PrivateKey,
  { certificates, now, nextUpdate, issuingPoint, deltaOf }: RevocationListOptions,
): Promise<string> {
  const list = await X509CrlGenerator.create({
    issuer,
    thisUpdate: new Date(now.getTime() - DAY_MS),
    nextUpdate,
    signingAlgorithm: SIGNING,
    signingKey,
    entries: certificates.map((pem) => ({ serialNumber: new X509Certificate(pem).serialNumber, revocationDate: now })),
    extensions: [
      ...(issuingPoint === undefined ? [] : [issuingPointOf(issuingPoint)]),
      ...(deltaOf === undefined ? [] : [new Extension(DELTA_INDICATOR, true, Buffer.from([2, 1, deltaOf]))]),
    ],
  });
  // RFC 7468, section 5: other tools do not know the label that the library would write.
  return `${PemConverter.encode(list.rawData, 'X509 CRL')}\n`;
}

function issuingPointOf(url: string): Extension {
  const fullName = [new GeneralName({ uniformResourceIdentifier: url })];
  const point = new IssuingDistributionPoint({ distributionPoint: new DistributionPointName({ fullName }) });
  return new Extension(ISSUING_POINT, true, AsnConvert.serialize(point));
}
