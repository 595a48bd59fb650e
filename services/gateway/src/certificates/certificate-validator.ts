import type { X509Certificate } from 'node:crypto';
import {
  isValidAt,
  type QcType,
  readCertificate,
  readTppCertificate,
  type TppCertificate,
  thumbprintOf,
  validatePath,
} from '@xs2a/certificates';
import { Xs2aError } from '@xs2a/contracts';
import type { Clock } from '@xs2a/service-kit';
import type { Blocklist } from '../blocklist/blocklist.ts';
import type { OcspStatus } from './ocsp-status.ts';
import type { RevocationLists } from './revocation-lists.ts';
import type { Trust, TrustFiles } from './trust-files.ts';

/** Validating a path takes milliseconds, so valid certificates are cached. The limit is far above the number of TPPs in Europe. */
const KNOWN_MAX = 10_000;

/** A certificate as sent, with the issuers sent along. */
export interface PresentedCertificate {
  readonly der: Buffer;
  readonly issuers: readonly X509Certificate[];
}

interface Known {
  readonly certificate: TppCertificate;
  /** Starts with its issuer and ends with the authority on the trust list. */
  readonly issuers: readonly X509Certificate[];
}

/** Sources for the validation of a certificate. */
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
  /** Keys: purpose and thumbprint. Holds accepted certificates only: a refused one may be accepted once its issuers are sent along. */
  #known = new Map<string, Known>();
  #knownUnder: Trust;
  /** Refused certificates by connection: later requests on it are refused without another validation. */
  readonly #refused = new WeakMap<PresentedCertificate, { readonly trust: Trust; readonly text: string }>();

  constructor({ files, blocklist, revocationLists, ocsp, now }: Sources) {
    this.#files = files;
    this.#blocklist = blocklist;
    this.#revocationLists = revocationLists;
    this.#ocsp = ocsp;
    this.#now = now;
    this.#knownUnder = files.current;
  }

  /** Returns the parsed certificate. Throws if it is invalid; `path` names the header with the certificate. */
  validate(presented: PresentedCertificate, qcType: QcType, path?: string): TppCertificate | Promise<TppCertificate> {
    return applyWhenResolved(this.#check(presented, qcType, path), ({ certificate }) => certificate);
  }

  /** Validates like {@link validate}, then checks revocation lists and OCSP as far as the configuration enables them. */
  validateOnline(
    presented: PresentedCertificate,
    qcType: QcType,
    path?: string,
  ): TppCertificate | Promise<TppCertificate> {
    return applyWhenResolved(this.#check(presented, qcType, path), ({ certificate, issuers }) => {
      const [issuer] = issuers;
      const ask = (): void | Promise<void> => issuer && this.#ocsp.check(certificate, issuer, path);
      const fetching = this.#revocationLists.check([certificate.x509, ...issuers], path);
      const asking = fetching === undefined ? ask() : fetching.then(ask);
      return asking === undefined ? certificate : asking.then(() => certificate);
    });
  }

  /** Returns the certificate with its path after the checks whose result changes over time: validity, revocation, blocklist. */
  #check(presented: PresentedCertificate, qcType: QcType, path: string | undefined): Known | Promise<Known> {
    const trust = this.#files.current;
    return applyWhenResolved(this.#read(presented, qcType, trust, path), (known) => {
      const { certificate, issuers } = known;
      this.#checkTime(certificate, issuers, path);
      checkRevocation([certificate.x509, ...issuers], trust, path);
      const { organizationIdentifier, thumbprint } = certificate;
      const isBlocked = (name: string): boolean => trust.blocked.has(name) || this.#blocklist.has(name);
      if (isBlocked(organizationIdentifier) || isBlocked(thumbprint)) {
        throw new Xs2aError('certificateBlocked', path === undefined ? {} : { path });
      }
      return known;
    });
  }

  /** Synchronous if the certificate is cached: a promise would delay every request. */
  #read(
    presented: PresentedCertificate,
    qcType: QcType,
    trust: Trust,
    path: string | undefined,
  ): Known | Promise<Known> {
    if (this.#knownUnder !== trust) {
      this.#known = new Map();
      this.#knownUnder = trust;
    }
    const before = this.#known.get(`${qcType} ${thumbprintOf(presented.der)}`);
    // Once an issuer of the cached path has expired, another path may still be valid.
    if (before?.issuers.every((issuer) => isValidAt(issuer, this.#now()))) return before;
    return this.#validatePath(presented, qcType, trust, path);
  }

  async #validatePath(
    presented: PresentedCertificate,
    qcType: QcType,
    trust: Trust,
    path: string | undefined,
  ): Promise<Known> {
    const { der, issuers: sent } = presented;
    const certificate = readTppCertificate(der);
    if (certificate === undefined) throw invalid(unreadableText(der), path);
    if (!certificate.isQualified) throw invalid('it is not a qualified certificate (QcCompliance)', path);
    if (!certificate.qcTypes.includes(qcType))
      throw invalid(`it is not a certificate for ${PURPOSES[qcType]} (QcType)`, path);
    // The trust list may limit the purposes of an authority, which is then ignored for all others.
    const authorities = trust.authorities.filter((one) => trust.purposes.get(one)?.includes(qcType) ?? true);
    const order = { certificate: certificate.x509, sent, authorities, qcType, now: this.#now() };
    const before = this.#refused.get(presented);
    const result = before?.trust === trust ? { refused: before.text } : await validatePath(order);
    if ('refused' in result) {
      this.#refused.set(presented, { trust, text: result.refused });
      throw invalid(result.refused, path);
    }
    const known = { certificate, issuers: result.issuers };
    // The trust list may have changed meanwhile.
    if (this.#knownUnder === trust) this.#keep(`${qcType} ${thumbprintOf(der)}`, known);
    return known;
  }

  #keep(key: string, known: Known): void {
    const [oldest] = this.#known.size >= KNOWN_MAX ? this.#known.keys() : [];
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, known);
  }

  #checkTime({ x509 }: TppCertificate, issuers: readonly X509Certificate[], path: string | undefined): void {
    const now = this.#now();
    if (now < x509.validFromDate) throw invalid('it is not valid yet', path);
    if (now > x509.validToDate) throw new Xs2aError('certificateExpired', path === undefined ? {} : { path });
    if (!issuers.every((issuer) => isValidAt(issuer, now))) {
      throw invalid('the certificate of its issuer is not valid now', path);
    }
  }
}

const PURPOSES: Record<QcType, string> = { web: 'TLS', seal: 'seals' };

/** Describes bytes that are no certificate: mostly a certificate in the wrong encoding. */
function unreadableText(der: Buffer): string {
  try {
    readCertificate(der);
    return 'it is not a certificate of a payment service provider';
  } catch {
    return 'it is no certificate: it must be its DER in base64, or its PEM in one line';
  }
}

function invalid(text: string, path: string | undefined): Xs2aError {
  return new Xs2aError('certificateInvalid', { text, ...(path !== undefined && { path }) });
}

function applyWhenResolved<In, Out>(
  value: In | Promise<In>,
  next: (value: In) => Out | Promise<Out>,
): Out | Promise<Out> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Checks each certificate of the chain against the lists signed by its issuer. */
function checkRevocation(chain: readonly X509Certificate[], trust: Trust, path: string | undefined): void {
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1];
    const lists = issuer === undefined ? [] : (trust.revocations.get(issuer) ?? []);
    const isRevoked = lists.some(({ serialNumbers }) => serialNumbers.has(BigInt(`0x${certificate.serialNumber}`)));
    if (isRevoked) throw new Xs2aError('certificateRevoked', path === undefined ? {} : { path });
  }
}
