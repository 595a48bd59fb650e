import { constants } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import { FileWatch } from '../files/file-watch.ts';
import type { Log } from '../observability/log.ts';
import { type HttpListeners, LISTENER_LIMITS } from './http-listener.ts';

const HANDSHAKE_MS_MAX = 5_000;
/** All cipher suites of TLS 1.3; those of TLS 1.2 with forward secrecy and authenticated encryption. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** Files of a listener's certificate, with its issuers, and of its private key, as PEM. */
export interface ListenerFiles {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Creates an HTTPS server with the limits of the other listeners. It uses renewed files for new connections; connections in use
 * stay as they are, so no request is lost.
 */
export function createTlsServer(
  listeners: HttpListeners,
  handler: RequestListener,
  { certificate, key }: ListenerFiles,
  { log, ...options }: Pick<TlsOptions, 'requestCert' | 'rejectUnauthorized'> & { readonly log: Log },
): Server {
  const identity = (): SecureContextOptions => ({
    cert: readFileSync(certificate),
    key: readFileSync(key),
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    // No session resumption: a resumed session has the client's certificate without its issuers.
    secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_CIPHER_SERVER_PREFERENCE,
  });
  const settings = { ...LISTENER_LIMITS, handshakeTimeout: HANDSHAKE_MS_MAX, ...options, ...identity() };
  const server = listeners.guard(createServer(settings, listeners.handling(handler)));
  const watch = new FileWatch([certificate, key], log, () => server.setSecureContext(identity()));
  server.once('close', () => watch.stop());
  return server;
}
