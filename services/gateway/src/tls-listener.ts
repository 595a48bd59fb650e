import { constants } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CONFIG, LOG, type Log } from '@xs2a/service-kit';
import type { Express } from 'express';
import { FileWatch } from './certificates/file-watch.ts';
import type { GatewayConfig } from './config.ts';
import { endingPromptly, TIME_LIMITS } from './listener.ts';

const HANDSHAKE_MS_MAX = 5_000;
/** TLS 1.3 has sound ones only; of TLS 1.2 those with forward secrecy and authenticated encryption. */
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
 * The listener for TPPs with certificates (decision 26). The handshake asks for a client certificate and takes any:
 * it is judged with the request, so that a TPP reads in JSON what is wrong with it.
 */
@Injectable()
export class TlsListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #config: GatewayConfig;
  readonly #adapter: HttpAdapterHost;
  readonly #log: Log;
  #server: Server | undefined;
  #watch: FileWatch | undefined;

  constructor(
    @Inject(CONFIG) config: GatewayConfig,
    @Inject(HttpAdapterHost) adapter: HttpAdapterHost,
    @Inject(LOG) log: Log,
  ) {
    this.#config = config;
    this.#adapter = adapter;
    this.#log = log;
  }

  /** Where it listens; undefined where it does not. */
  get url(): string | undefined {
    const address = this.#server?.address() as AddressInfo | null | undefined;
    return address ? `https://${this.#config.GATEWAY_TLS_HOST}:${address.port}` : undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { GATEWAY_TLS_PORT, GATEWAY_TLS_HOST, GATEWAY_TLS_CERTIFICATE, GATEWAY_TLS_KEY } = this.#config;
    if (GATEWAY_TLS_PORT === undefined) return;
    if (GATEWAY_TLS_CERTIFICATE === undefined || GATEWAY_TLS_KEY === undefined) {
      throw new Error('GATEWAY_TLS_PORT needs GATEWAY_TLS_CERTIFICATE and GATEWAY_TLS_KEY');
    }
    const identity = (): SecureContextOptions => ({
      cert: readFileSync(GATEWAY_TLS_CERTIFICATE),
      key: readFileSync(GATEWAY_TLS_KEY),
      minVersion: 'TLSv1.2',
      ciphers: CIPHERS,
      // No resumed sessions: they would know the certificate of a TPP, but no longer those of its issuers.
      secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_CIPHER_SERVER_PREFERENCE,
    });
    const options = {
      ...TIME_LIMITS,
      handshakeTimeout: HANDSHAKE_MS_MAX,
      requestCert: true,
      rejectUnauthorized: false,
    };
    const handler = this.#adapter.httpAdapter.getInstance<Express>();
    const server = endingPromptly(createServer({ ...options, ...identity() }, handler));
    server.listen(GATEWAY_TLS_PORT, GATEWAY_TLS_HOST);
    await once(server, 'listening');
    this.#server = server;
    this.#watch = new FileWatch([GATEWAY_TLS_CERTIFICATE, GATEWAY_TLS_KEY], this.#log, () => {
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
