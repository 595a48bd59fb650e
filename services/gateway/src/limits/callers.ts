import { createHash } from 'node:crypto';
import type { BlockList } from 'node:net';
import { TLSSocket } from 'node:tls';
import { thumbprintOf } from '@xs2a/certificates';
import { presentedCertificate } from '../certificates/presented-certificate.ts';
import { isFromProxy } from '../certificates/trusted-proxies.ts';
import type { GatewayExtension } from '../extension.ts';
import { type Call, headerOf } from '../request/call.ts';

type CallerOf = NonNullable<GatewayExtension['withoutCertificate']>['callerOf'];

/** Far above the number of TPP certificates in Europe. */
const KNOWN_MAX = 10_000;

/**
 * Identifies the sender of a request before any check: by TPP if its certificate was seen before, else by certificate, else by
 * address. The identity is used for fair sharing only, and grants no trust.
 */
export class Callers {
  readonly #proxies: BlockList;
  readonly #callerOf: CallerOf | undefined;
  /** TPPs by certificate, so that all certificates of one TPP share its limit. */
  readonly #tpps = new Map<string, string>();
  readonly #certificates = new WeakMap<TLSSocket, string>();

  constructor(proxies: BlockList, callerOf?: CallerOf) {
    this.#proxies = proxies;
    this.#callerOf = callerOf;
  }

  callerOf(call: Call): string {
    const certificate = this.#certificateOf(call);
    if (certificate !== undefined) return this.#tpps.get(certificate) ?? certificate;
    return (call.secure ? undefined : this.#callerOf?.(call)) ?? call.socket.remoteAddress ?? '';
  }

  /** Stores the TPP that the checks have identified. */
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
    // The header is not yet parsed. A proxy connection always sends the same text for a certificate.
    return createHash('sha256').update(forwarded).digest('base64url');
  }
}
