import { constants } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CONTEXT, LISTENER_LIMITS } from '@xs2a/service-kit';
import type { Express } from 'express';
import { FileWatch } from '../certificates/file-watch.ts';
import type { GatewayContext } from '../context.ts';
import { expectProxyHeaders } from './expect-proxy-headers.ts';

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

/**
 * The mutual TLS listener for TPPs (decision 26). The handshake asks for a client certificate and accepts any: the request
 * checks validate it, so that the TPP gets an error in JSON instead of a failed handshake.
 */
@Injectable()
export class TlsListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #context: Pick<GatewayContext, 'config' | 'log' | 'listeners'>;
  readonly #adapter: HttpAdapterHost;
  #server: Server | undefined;
  #watch: FileWatch | undefined;

  constructor(@Inject(CONTEXT) context: GatewayContext, @Inject(HttpAdapterHost) adapter: HttpAdapterHost) {
    this.#context = context;
    this.#adapter = adapter;
  }

  /** Address of the listener; undefined if it is not configured. */
  get url(): string | undefined {
    const address = this.#server?.address() as AddressInfo | null | undefined;
    return address ? `https://${this.#context.config.GATEWAY_TLS_HOST}:${address.port}` : undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { GATEWAY_TLS_PORT, GATEWAY_TLS_HOST, GATEWAY_TLS_CERTIFICATE, GATEWAY_TLS_KEY } = this.#context.config;
    if (GATEWAY_TLS_PORT === undefined) return;
    if (GATEWAY_TLS_CERTIFICATE === undefined || GATEWAY_TLS_KEY === undefined) {
      throw new Error('GATEWAY_TLS_PORT needs GATEWAY_TLS_CERTIFICATE and GATEWAY_TLS_KEY');
    }
    const identity = (): SecureContextOptions => ({
      cert: readFileSync(GATEWAY_TLS_CERTIFICATE),
      key: readFileSync(GATEWAY_TLS_KEY),
      minVersion: 'TLSv1.2',
      ciphers: CIPHERS,
      // No session resumption: a resumed session has the TPP's certificate without its issuers.
      secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_CIPHER_SERVER_PREFERENCE,
    });
    const options = {
      ...LISTENER_LIMITS,
      handshakeTimeout: HANDSHAKE_MS_MAX,
      requestCert: true,
      rejectUnauthorized: false,
    };
    const handler = this.#adapter.httpAdapter.getInstance<Express>();
    const { listeners } = this.#context;
    const server = listeners.guard(createServer({ ...options, ...identity() }, listeners.handling(handler)));
    server.listen(GATEWAY_TLS_PORT, GATEWAY_TLS_HOST);
    expectProxyHeaders(server, this.#context);
    await once(server, 'listening');
    this.#server = server;
    this.#watch = new FileWatch([GATEWAY_TLS_CERTIFICATE, GATEWAY_TLS_KEY], this.#context.log, () => {
      server.setSecureContext(identity());
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#watch?.stop();
    const server = this.#server;
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    await closed;
  }
}
