import { once } from 'node:events';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CONTEXT, createTlsServer } from '@xs2a/service-kit';
import type { Express } from 'express';
import type { GatewayContext } from '../context.ts';
import { expectProxyHeaders } from './expect-proxy-headers.ts';

/**
 * The mutual TLS listener for TPPs (decision 26). The handshake asks for a client certificate and accepts any: the request
 * checks validate it, so that the TPP gets an error in JSON instead of a failed handshake.
 */
@Injectable()
export class TlsListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #context: Pick<GatewayContext, 'config' | 'log' | 'listeners'>;
  readonly #adapter: HttpAdapterHost;
  #server: Server | undefined;

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
    const { listeners, log } = this.#context;
    const server = createTlsServer(
      listeners,
      this.#adapter.httpAdapter.getInstance<Express>(),
      { certificate: GATEWAY_TLS_CERTIFICATE, key: GATEWAY_TLS_KEY },
      { log, requestCert: true, rejectUnauthorized: false },
    );
    server.listen(GATEWAY_TLS_PORT, GATEWAY_TLS_HOST);
    expectProxyHeaders(server, this.#context);
    await once(server, 'listening');
    this.#server = server;
  }

  async beforeApplicationShutdown(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    await closed;
  }
}
