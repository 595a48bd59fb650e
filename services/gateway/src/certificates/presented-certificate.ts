import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type Call, headerOf } from '../call.ts';
import type { House } from '../request-checks.ts';
import type { Presented } from './certificate-judge.ts';
import { isFromProxy, readForwarded } from './forwarded-certificate.ts';

const ISSUERS_MAX = 6;
/** A connection shows one certificate in its life, and asking for it costs. */
const SHOWN = new WeakMap<Socket, Presented>();

/**
 * The client certificate of a call: the one of its own TLS connection, or the one that a configured proxy saw. What
 * anybody else says in `x-forwarded-client-cert` is not looked at (design 8).
 */
export function presentedCertificate(call: Call, { proxies }: Pick<House, 'proxies'>): Presented | undefined {
  const { socket } = call;
  if (socket instanceof TLSSocket) return shownOn(socket);
  const forwarded = headerOf(call, 'x-forwarded-client-cert');
  return forwarded !== undefined && isFromProxy(socket.remoteAddress, proxies) ? readForwarded(forwarded) : undefined;
}

function shownOn(socket: TLSSocket): Presented | undefined {
  const before = SHOWN.get(socket);
  if (before !== undefined) return before;
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  const issuers: X509Certificate[] = [];
  for (let issuer = certificate.issuerCertificate; issuer !== undefined; issuer = issuer.issuerCertificate) {
    if (issuers.length >= ISSUERS_MAX) break;
    issuers.push(issuer);
  }
  const shown = { der: certificate.raw, issuers };
  SHOWN.set(socket, shown);
  return shown;
}
