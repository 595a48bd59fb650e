import type { X509Certificate } from 'node:crypto';
import { type QcType, readTppCertificate, type TppCertificate, thumbprintOf } from '@xs2a/certificates';
import { Xs2aError } from '@xs2a/contracts';
import type { Clock } from '@xs2a/service-kit';
import type { StopList } from '../stop-list/stop-list.ts';
import type { OnlineStatus } from './online-status.ts';
import type { PublishedLists } from './published-lists.ts';
import type { Trust, TrustFiles } from './trust-files.ts';

/** Authorities between a certificate and the trust list; qualified services have one or two. */
const ISSUERS_MAX = 4;
/** Reading one takes 1.4 ms, so that those in use are kept; far more than there are TPPs in Europe. */
const KNOWN_MAX = 10_000;

/** A certificate as somebody shows it, with those of its issuers where they were sent along. */
export interface Presented {
  readonly der: Buffer;
  readonly issuers: readonly X509Certificate[];
}

interface Known {
  readonly certificate: TppCertificate;
  /** From its issuer to the one on the trust list. */
  readonly issuers: readonly X509Certificate[];
}

/** What a certificate is judged by. */
interface Evidence {
  readonly files: TrustFiles;
  readonly stopList: Pick<StopList, 'has'>;
  readonly published: PublishedLists;
  readonly online: OnlineStatus;
  readonly now: Clock;
}

/** Says who stands behind a certificate, or refuses it (decisions 11 and 26). */
export class CertificateJudge {
  readonly #files: TrustFiles;
  readonly #stopList: Pick<StopList, 'has'>;
  readonly #published: PublishedLists;
  readonly #online: OnlineStatus;
  readonly #now: Clock;
  /** By thumbprint, and only good ones: others might be good when their issuers are sent along. */
  #known = new Map<string, Known>();
  #knownUnder: Trust;

  constructor({ files, stopList, published, online, now }: Evidence) {
    this.#files = files;
    this.#stopList = stopList;
    this.#published = published;
    this.#online = online;
    this.#now = now;
    this.#knownUnder = files.current;
  }

  /** The certificate, read. Throws the refusal that belongs to it; `path` names the header it came in. */
  judge(presented: Presented, qcType: QcType, path?: string): TppCertificate {
    const trust = this.#files.current;
    const { certificate, issuers } = this.#read(presented, trust, path);
    if (!certificate.qcTypes.includes(qcType))
      throw invalid(`it is no certificate for ${WORDS[qcType]} (QcType)`, path);
    this.#checkTime(certificate, issuers, path);
    checkRevocation([certificate.x509, ...issuers], trust, path);
    const { organizationIdentifier, thumbprint } = certificate;
    const isBlocked = (name: string): boolean => trust.blocked.has(name) || this.#stopList.has(name);
    if (isBlocked(organizationIdentifier) || isBlocked(thumbprint)) {
      throw new Xs2aError('certificateBlocked', path === undefined ? {} : { path });
    }
    return certificate;
  }

  /** As {@link judge}, and then what its issuers say of it at present, where that is to be asked for. */
  judgeOnline(presented: Presented, qcType: QcType, path?: string): TppCertificate | Promise<TppCertificate> {
    const certificate = this.judge(presented, qcType, path);
    const issuers = this.#known.get(certificate.thumbprint)?.issuers ?? [];
    const [issuer] = issuers;
    const ask = (): void | Promise<void> => issuer && this.#online.check(certificate, issuer, path);
    const fetching = this.#published.check([certificate.x509, ...issuers], path);
    const asking = fetching === undefined ? ask() : fetching.then(ask);
    return asking === undefined ? certificate : asking.then(() => certificate);
  }

  #read({ der, issuers: sent }: Presented, trust: Trust, path: string | undefined): Known {
    if (this.#knownUnder !== trust) {
      this.#known = new Map();
      this.#knownUnder = trust;
    }
    const thumbprint = thumbprintOf(der);
    const before = this.#known.get(thumbprint);
    if (before !== undefined) return before;
    const certificate = readTppCertificate(der);
    if (certificate === undefined) throw invalid('it is no certificate of a payment service provider', path);
    const issuers = issuersOf(certificate.x509, sent, trust);
    if (issuers === undefined) throw invalid('nobody on the trust list has issued it', path);
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
      throw invalid('its issuer is not valid at present', path);
    }
  }
}

const WORDS: Record<QcType, string> = { web: 'TLS', seal: 'seals' };

function invalid(text: string, path: string | undefined): Xs2aError {
  return new Xs2aError('certificateInvalid', { text, ...(path !== undefined && { path }) });
}

/** The way from a certificate to the trust list; undefined where there is none. */
function issuersOf(
  certificate: X509Certificate,
  sent: readonly X509Certificate[],
  { authorities }: Trust,
): X509Certificate[] | undefined {
  const way: X509Certificate[] = [];
  let last = certificate;
  while (way.length < ISSUERS_MAX) {
    const child = last;
    const authority = authorities.find((one) => hasIssued(one, child));
    if (authority !== undefined) return [...way, authority];
    const between = sent.find((one) => !way.includes(one) && hasIssued(one, child));
    if (between === undefined) return undefined;
    way.push(between);
    last = between;
  }
  return undefined;
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

/** Each certificate of the way, by the lists that the next one has signed. */
function checkRevocation(way: readonly X509Certificate[], trust: Trust, path: string | undefined): void {
  for (const [index, certificate] of way.entries()) {
    const issuer = way[index + 1];
    const lists = issuer === undefined ? [] : (trust.revocations.get(issuer) ?? []);
    const isRevoked = lists.some(({ serialNumbers }) => serialNumbers.has(BigInt(`0x${certificate.serialNumber}`)));
    if (isRevoked) throw new Xs2aError('certificateRevoked', path === undefined ? {} : { path });
  }
}
