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

/** `soft`: whoever cannot be asked after is let in; `hard`: is told to come back later. */
export type AskMode = 'off' | 'soft' | 'hard';

/** A request waits no longer for a responder. */
const WAIT_MS_MAX = 1_000;
const ANSWER_BYTES_MAX = 64 * 1024;
/** How long an answer counts at most, and where it does not say. */
const COUNTS_MS_MAX = 3_600_000;
const COUNTS_MS_UNSAID = 300_000;
/** A responder that gave no answer is not asked again so soon: one request waits for it, not all. */
const PAUSE_MS = 10_000;
/** An answer is asked for anew while it still counts, so that no request waits for it. */
const ANEW_AFTER = 0.75;
const KNOWN_MAX = 10_000;
const NONCE_BYTES = 32;

interface Known {
  readonly status: OcspAnswer['status'] | 'unanswered';
  readonly anewAt: number;
  readonly until: number;
}

/**
 * What the issuer of a certificate says of it at present (OCSP, RFC 6960). Asked is the address that the certificate itself
 * names, once a way from it to the trust list was found: nobody else can have the gateway connect anywhere.
 */
export class OnlineStatus {
  readonly #mode: AskMode;
  readonly #now: Clock;
  readonly #log: Log;
  readonly #known = new Map<string, Known>();
  readonly #asking = new Map<string, Promise<Known>>();

  constructor(mode: AskMode, now: Clock, log: Log) {
    this.#mode = mode;
    this.#now = now;
    this.#log = log;
  }

  /** Throws the refusal that belongs to a certificate; waits only where nothing is known of it. */
  check(certificate: TppCertificate, issuer: X509Certificate, path?: string): void | Promise<void> {
    if (this.#mode === 'off') return;
    const known = this.#known.get(certificate.thumbprint);
    const now = this.#now().getTime();
    if (known === undefined || now >= known.until) {
      return this.#ask(certificate, issuer).then((answer) => this.#judge(answer, path));
    }
    if (now >= known.anewAt) void this.#ask(certificate, issuer);
    this.#judge(known, path);
  }

  #judge({ status }: Known, path: string | undefined): void {
    const at = path === undefined ? {} : { path };
    if (status === 'revoked') throw new Xs2aError('certificateRevoked', at);
    if (status === 'unknown') throw new Xs2aError('certificateInvalid', { ...at, text: 'its issuer does not know it' });
    if (status === 'unanswered' && this.#mode === 'hard') throw new Xs2aError('serviceUnavailable');
  }

  /** One question at a time for a certificate, however many wait for it. Never rejects. */
  #ask(certificate: TppCertificate, issuer: X509Certificate): Promise<Known> {
    const { thumbprint } = certificate;
    const asked = this.#asking.get(thumbprint);
    if (asked !== undefined) return asked;
    const asking = this.#answer(certificate.x509, issuer).then((known) => {
      this.#asking.delete(thumbprint);
      const [oldest] = this.#known.size >= KNOWN_MAX ? this.#known.keys() : [];
      if (oldest !== undefined) this.#known.delete(oldest);
      this.#known.set(thumbprint, this.#kept(thumbprint, known));
      return this.#known.get(thumbprint) ?? known;
    });
    this.#asking.set(thumbprint, asking);
    return asking;
  }

  /** While there is no new answer, what was said holds as long as it was meant to; what was revoked, for good. */
  #kept(thumbprint: string, known: Known): Known {
    const before = this.#known.get(thumbprint);
    if (known.status !== 'unanswered' || before === undefined) return known;
    if (before.status === 'revoked') return { ...known, status: 'revoked' };
    return before.until > this.#now().getTime() ? { ...before, anewAt: known.anewAt } : known;
  }

  async #answer(certificate: X509Certificate, issuer: X509Certificate): Promise<Known> {
    const now = this.#now().getTime();
    try {
      const { status, nextUpdate } = await this.#fetch(certificate, issuer);
      const said = nextUpdate === undefined ? COUNTS_MS_UNSAID : nextUpdate.getTime() - now;
      const countsMs = Math.min(COUNTS_MS_MAX, Math.max(PAUSE_MS, said));
      return { status, anewAt: now + countsMs * ANEW_AFTER, until: now + countsMs };
    } catch (error) {
      this.#log.warn({ event: 'ocspUnanswered', err: error instanceof Error ? error : undefined });
      return { status: 'unanswered', anewAt: now + PAUSE_MS, until: now + PAUSE_MS };
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
