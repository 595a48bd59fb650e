import { randomBytes, type X509Certificate } from 'node:crypto';
import {
  type OcspAnswer,
  ocspUrlOf,
  readOcspResponse,
  type TppCertificate,
  writeOcspRequest,
} from '@xs2a/certificates';
import { Xs2aError } from '@xs2a/contracts';
import type { Clock, Log } from '@xs2a/service-kit';
import { fetchBytes } from './fetch-bytes.ts';
import { FetchOnce } from './fetch-once.ts';

/** Handling of a certificate whose status is unknown: `soft` accepts it, `hard` answers 503. */
export type RevocationMode = 'off' | 'soft' | 'hard';

/** Upper bound on the time that a request waits for a responder, in milliseconds. */
const WAIT_MS_MAX = 1_000;
const ANSWER_BYTES_MAX = 64 * 1024;
/** Upper bound on the use of an answer, and the default without `nextUpdate`, in milliseconds. */
const USE_MS_MAX = 3_600_000;
const USE_MS_DEFAULT = 300_000;
/** Pause after a responder failed to answer, in milliseconds, so that only one request waits for it. */
const PAUSE_MS = 10_000;
/** Fraction of its use after which an answer is renewed in the background, so that no request waits. */
const RENEW_AFTER = 0.75;
const KNOWN_MAX = 10_000;
const NONCE_BYTES = 32;

interface Known {
  readonly status: OcspAnswer['status'] | 'unanswered';
  readonly renewAt: number;
  readonly until: number;
}

/**
 * Certificate status from the issuers (OCSP, RFC 6960). The responder's address comes from the certificate, but only after its
 * chain up to the trust list was verified: no other certificate can make the gateway connect anywhere.
 */
export class OcspStatus {
  readonly #mode: RevocationMode;
  readonly #now: Clock;
  readonly #log: Log;
  /** By thumbprint. */
  readonly #known = new FetchOnce<Known>(KNOWN_MAX);

  constructor(mode: RevocationMode, now: Clock, log: Log) {
    this.#mode = mode;
    this.#now = now;
    this.#log = log;
  }

  /** Throws if the certificate is revoked or, depending on the mode, its status is unknown. Waits only if no answer is cached. */
  check(certificate: TppCertificate, issuer: X509Certificate, path?: string): void | Promise<void> {
    if (this.#mode === 'off') return;
    const known = this.#known.get(certificate.thumbprint);
    const now = this.#now().getTime();
    if (known === undefined || now >= known.until) {
      return this.#ask(certificate, issuer).then((answer) => this.#decide(answer, path));
    }
    if (now >= known.renewAt) void this.#ask(certificate, issuer);
    this.#decide(known, path);
  }

  #decide({ status }: Known, path: string | undefined): void {
    const at = path === undefined ? {} : { path };
    if (status === 'revoked') throw new Xs2aError('certificateRevoked', at);
    if (status === 'unknown') throw new Xs2aError('certificateInvalid', { ...at, text: 'its issuer does not know it' });
    if (status === 'unanswered' && this.#mode === 'hard') throw new Xs2aError('serviceUnavailable');
  }

  /** Never rejects. */
  #ask({ thumbprint, x509 }: TppCertificate, issuer: X509Certificate): Promise<Known> {
    return this.#known.fetch(thumbprint, async (before) => this.#keepLast(before, await this.#answer(x509, issuer)));
  }

  /** Returns the last answer for use until it expires; a revocation never expires. */
  #keepLast(before: Known | undefined, known: Known): Known {
    if (known.status !== 'unanswered' || before === undefined) return known;
    if (before.status === 'revoked') return { ...known, status: 'revoked' };
    return before.until > this.#now().getTime() ? { ...before, renewAt: known.renewAt } : known;
  }

  async #answer(certificate: X509Certificate, issuer: X509Certificate): Promise<Known> {
    const now = this.#now().getTime();
    try {
      const { status, nextUpdate } = await this.#fetch(certificate, issuer);
      const offered = nextUpdate === undefined ? USE_MS_DEFAULT : nextUpdate.getTime() - now;
      const useMs = Math.min(USE_MS_MAX, Math.max(PAUSE_MS, offered));
      return { status, renewAt: now + useMs * RENEW_AFTER, until: now + useMs };
    } catch (error) {
      this.#log.warn({ event: 'ocspUnanswered', err: error instanceof Error ? error : undefined });
      return { status: 'unanswered', renewAt: now + PAUSE_MS, until: now + PAUSE_MS };
    }
  }

  async #fetch(certificate: X509Certificate, issuer: X509Certificate): Promise<OcspAnswer> {
    const url = ocspUrlOf(certificate);
    if (url === undefined) throw new Error('the certificate names no responder');
    const question = { certificate, issuer, nonce: randomBytes(NONCE_BYTES) };
    const response = await fetchBytes(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/ocsp-request', Accept: 'application/ocsp-response' },
      body: new Uint8Array(writeOcspRequest(question)),
      waitMsMax: WAIT_MS_MAX,
      bytesMax: ANSWER_BYTES_MAX,
    });
    return readOcspResponse(response, question, this.#now());
  }
}
