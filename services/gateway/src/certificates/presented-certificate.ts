import type { X509Certificate } from 'node:crypto';
import type { BlockList, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { ISSUERS_SENT_MAX } from '@xs2a/certificates';
import { type Call, headerOf } from '../request/call.ts';
import type { PresentedCertificate } from './certificate-validator.ts';
import { readForwarded } from './forwarded-certificate.ts';
import { isFromProxy } from './trusted-proxies.ts';

/** Cached because a connection has one client certificate, and reading it takes time. */
const KNOWN = new WeakMap<Socket, PresentedCertificate>();

/** Certificates by header, the latest last: a proxy sends the same header with each request of a TPP. */
const FORWARDED = new Map<string, PresentedCertificate>();
/** About 10 MB of headers, and more TPPs than one gateway serves. */
const FORWARDED_MAX = 1_000;

/**
 * Returns the client certificate of a call: that of its own TLS connection, or the one that a trusted proxy received. Ignores
 * `x-forwarded-client-cert` from other senders.
 */
export function presentedCertificate(call: Call, proxies: BlockList): PresentedCertificate | undefined {
  const { socket } = call;
  if (socket instanceof TLSSocket) return certificateOf(socket);
  const forwarded = headerOf(call, 'x-forwarded-client-cert');
  return forwarded !== undefined && isFromProxy(socket.remoteAddress, proxies)
    ? forwardedCertificate(forwarded)
    : undefined;
}

/** Reads a header once. Whether the certificate is valid is decided at each request. */
function forwardedCertificate(header: string): PresentedCertificate | undefined {
  const presented = FORWARDED.get(header) ?? readForwarded(header);
  if (presented === undefined) return undefined;
  FORWARDED.delete(header);
  FORWARDED.set(header, presented);
  const [oldest] = FORWARDED.size > FORWARDED_MAX ? FORWARDED.keys() : [];
  if (oldest !== undefined) FORWARDED.delete(oldest);
  // A copy, because a refusal is remembered for one connection, and this header comes on many.
  return { ...presented };
}

function certificateOf(socket: TLSSocket): PresentedCertificate | undefined {
  const known = KNOWN.get(socket);
  if (known !== undefined) return known;
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  const issuers: X509Certificate[] = [];
  for (let issuer = certificate.issuerCertificate; issuer !== undefined; issuer = issuer.issuerCertificate) {
    // One more than the maximum is enough for the validator to refuse the chain.
    if (issuers.length > ISSUERS_SENT_MAX) break;
    issuers.push(issuer);
  }
  const presented = { der: certificate.raw, issuers };
  KNOWN.set(socket, presented);
  return presented;
}
