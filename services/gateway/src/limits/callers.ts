import { createHash } from 'node:crypto';
import type { BlockList } from 'node:net';
import { TLSSocket } from 'node:tls';
import { SANDBOX_TPP, SANDBOX_TPPS, thumbprintOf } from '@xs2a/certificates';
import { presentedCertificate } from '../certificates/presented-certificate.ts';
import { isFromProxy } from '../certificates/trusted-proxies.ts';
import { type Call, headerOf } from '../request/call.ts';

/** Far more than there are certificates of TPPs in Europe. */
const KNOWN_MAX = 10_000;

/**
 * Names the sender of a request before any check: by the TPP where its certificate was seen before, else by the certificate
 * itself, else by the address. The name decides about its share only, and nothing is trusted for it.
 */
export class Callers {
  readonly #proxies: BlockList;
  readonly #sandboxIdentity: boolean;
  /** TPPs by certificate, so that the certificates of one TPP share. */
  readonly #tpps = new Map<string, string>();
  readonly #certificates = new WeakMap<TLSSocket, string>();

  constructor(proxies: BlockList, sandboxIdentity: boolean) {
    this.#proxies = proxies;
    this.#sandboxIdentity = sandboxIdentity;
  }

  callerOf(call: Call): string {
    const certificate = this.#certificateOf(call);
    if (certificate !== undefined) return this.#tpps.get(certificate) ?? certificate;
    if (this.#sandboxIdentity && !call.secure && call.path.startsWith('/v')) {
      const named = headerOf(call, 'x-sandbox-tpp') ?? SANDBOX_TPP;
      if (SANDBOX_TPPS.has(named)) return named;
    }
    return call.socket.remoteAddress ?? '';
  }

  /** The checks have identified the TPP of a request. */
  identified(call: Call): void {
    const certificate = this.#certificateOf(call);
    if (certificate === undefined || this.#tpps.get(certificate) === call.tpp.id) return;
    const [oldest] = this.#tpps.size >= KNOWN_MAX ? this.#tpps.keys() : [];
    if (oldest !== undefined) this.#tpps.delete(oldest);
    this.#tpps.set(certificate, call.tpp.id);
  }

  #certificateOf(call: Call): string | undefined {
    const { socket } = call;
    if (socket instanceof TLSSocket) {
      const known = this.#certificates.get(socket);
      if (known !== undefined) return known;
      const presented = presentedCertificate(call, this.#proxies);
      if (presented === undefined) return undefined;
      const thumbprint = thumbprintOf(presented.der);
      this.#certificates.set(socket, thumbprint);
      return thumbprint;
    }
    const forwarded = headerOf(call, 'x-forwarded-client-cert');
    if (forwarded === undefined || !isFromProxy(socket.remoteAddress, this.#proxies)) return undefined;
    // The header is not parsed yet. The same connection of a proxy always sends the same text for a certificate.
    return createHash('sha256').update(forwarded).digest('base64url');
  }
}
