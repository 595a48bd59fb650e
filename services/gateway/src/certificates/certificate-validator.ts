import type { X509Certificate } from 'node:crypto';
import { type QcType, readTppCertificate, type TppCertificate, thumbprintOf } from '@xs2a/certificates';
import { Xs2aError } from '@xs2a/contracts';
import type { Clock } from '@xs2a/service-kit';
import type { Blocklist } from '../blocklist/blocklist.ts';
import type { OcspStatus } from './ocsp-status.ts';
import type { RevocationLists } from './revocation-lists.ts';
import type { Trust, TrustFiles } from './trust-files.ts';

/** Longest chain up to the trust list; qualified trust services have one or two issuers. */
const ISSUERS_MAX = 4;
/** Parsing a certificate takes 1.4 ms, so that parsed ones are kept. Far more than there are TPPs in Europe. */
const KNOWN_MAX = 10_000;

/** A certificate as it was sent, with the issuers that were sent along. */
export interface PresentedCertificate {
  readonly der: Buffer;
  readonly issuers: readonly X509Certificate[];
}

interface Known {
  readonly certificate: TppCertificate;
  /** From its issuer to the authority on the trust list. */
  readonly issuers: readonly X509Certificate[];
}

/** What a certificate is validated against. */
interface Sources {
  readonly files: TrustFiles;
  readonly blocklist: Pick<Blocklist, 'has'>;
  readonly revocationLists: RevocationLists;
  readonly ocsp: OcspStatus;
  readonly now: Clock;
}

/** Validates the certificates of TPPs (decision 26). */
export class CertificateValidator {
  readonly #files: TrustFiles;
  readonly #blocklist: Pick<Blocklist, 'has'>;
  readonly #revocationLists: RevocationLists;
  readonly #ocsp: OcspStatus;
  readonly #now: Clock;
  /** By thumbprint. Only accepted ones: a refused one may be accepted when its issuers are sent along. */
  #known = new Map<string, Known>();
  #knownUnder: Trust;

  constructor({ files, blocklist, revocationLists, ocsp, now }: Sources) {
    this.#files = files;
    this.#blocklist = blocklist;
    this.#revocationLists = revocationLists;
    this.#ocsp = ocsp;
    this.#now = now;
    this.#knownUnder = files.current;
  }

  /** The parsed certificate, if it is valid. Throws otherwise; `path` names the header with the certificate. */
  validate(presented: PresentedCertificate, qcType: QcType, path?: string): TppCertificate {
    const trust = this.#files.current;
    const { certificate, issuers } = this.#read(presented, trust, path);
    if (!certificate.qcTypes.includes(qcType))
      throw invalid(`it is not a certificate for ${PURPOSES[qcType]} (QcType)`, path);
    const authority = issuers.at(-1);
    const granted = authority && trust.purposes.get(authority);
    if (granted?.includes(qcType) === false)
      throw invalid(`the trust list has its authority not for ${PURPOSES[qcType]}`, path);
    this.#checkTime(certificate, issuers, path);
    checkRevocation([certificate.x509, ...issuers], trust, path);
    const { organizationIdentifier, thumbprint } = certificate;
    const isBlocked = (name: string): boolean => trust.blocked.has(name) || this.#blocklist.has(name);
    if (isBlocked(organizationIdentifier) || isBlocked(thumbprint)) {
      throw new Xs2aError('certificateBlocked', path === undefined ? {} : { path });
    }
    return certificate;
  }

  /** As {@link validate}, and then by revocation lists and OCSP, as far as the configuration has them on. */
  validateOnline(
    presented: PresentedCertificate,
    qcType: QcType,
    path?: string,
  ): TppCertificate | Promise<TppCertificate> {
    const certificate = this.validate(presented, qcType, path);
    const issuers = this.#known.get(certificate.thumbprint)?.issuers ?? [];
    const [issuer] = issuers;
    const ask = (): void | Promise<void> => issuer && this.#ocsp.check(certificate, issuer, path);
    const fetching = this.#revocationLists.check([certificate.x509, ...issuers], path);
    const asking = fetching === undefined ? ask() : fetching.then(ask);
    return asking === undefined ? certificate : asking.then(() => certificate);
  }

  #read({ der, issuers: sent }: PresentedCertificate, trust: Trust, path: string | undefined): Known {
    if (this.#knownUnder !== trust) {
      this.#known = new Map();
      this.#knownUnder = trust;
    }
    const thumbprint = thumbprintOf(der);
    const before = this.#known.get(thumbprint);
    if (before !== undefined) return before;
    const certificate = readTppCertificate(der);
    if (certificate === undefined) throw invalid('it is not a certificate of a payment service provider', path);
    const issuers = issuersOf(certificate.x509, sent, trust);
    if (issuers === undefined) throw invalid('it was not issued by an authority on the trust list', path);
    const known = { certificate, issuers };
    const [oldest] = this.#known.size >= KNOWN_MAX ? this.#known.keys() : [];
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(thumbprint, known);
    return known;
  }

  #checkTime({ x509 }: TppCertificate, issuers: readonly X509Certificate[], path: string | undefined): void {
    const now = this.#now();
    if (now < x509.validFromDate) throw invalid('it is not valid yet', path);
    if (now > x509.validToDate) throw new Xs2aError('certificateExpired', path === undefined ? {} : { path });
    if (issuers.some((issuer) => now < issuer.validFromDate || now > issuer.validToDate)) {
      throw invalid('the certificate of its issuer is not valid now', path);
    }
  }
}

const PURPOSES: Record<QcType, string> = { web: 'TLS', seal: 'seals' };

function invalid(text: string, path: string | undefined): Xs2aError {
  return new Xs2aError('certificateInvalid', { text, ...(path !== undefined && { path }) });
}

/** The chain from a certificate to the trust list; undefined if there is none. */
function issuersOf(
  certificate: X509Certificate,
  sent: readonly X509Certificate[],
  { authorities }: Trust,
): X509Certificate[] | undefined {
  const chain: X509Certificate[] = [];
  let last = certificate;
  while (chain.length < ISSUERS_MAX) {
    const child = last;
    const authority = authorities.find((one) => hasIssued(one, child));
    if (authority !== undefined) return [...chain, authority];
    const between = sent.find((one) => !chain.includes(one) && hasIssued(one, child));
    if (between === undefined) return undefined;
    chain.push(between);
    last = between;
  }
  return undefined;
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

/** Each certificate of the chain, by the lists that its issuer has signed. */
function checkRevocation(chain: readonly X509Certificate[], trust: Trust, path: string | undefined): void {
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1];
    const lists = issuer === undefined ? [] : (trust.revocations.get(issuer) ?? []);
    const isRevoked = lists.some(({ serialNumbers }) => serialNumbers.has(BigInt(`0x${certificate.serialNumber}`)));
    if (isRevoked) throw new Xs2aError('certificateRevoked', path === undefined ? {} : { path });
  }
}
