import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';

/** Limits for slow clients. The defaults of Node are minutes. */
export const LISTENER_LIMITS = {
  headersTimeout: 2_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 500,
  // Longer than the idle timeout of common load balancers (60 s), so that no connection is closed while the other side uses it.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
} as const;
/** Milliseconds after which a client that neither reads its answer nor sends anything is disconnected. Longer than any answer takes. */
const STALLED_MS = 30_000;
/** Maximum connections of one listener and of one address, so that one sender cannot take them all. Idle ones only need memory. */
const CONNECTIONS_MAX = { all: 8_000, ofAddress: 4_000 };
/** Milliseconds by which requests in progress may delay the shutdown after the listener has closed. */
const FINISH_MS = 20_000;

/**
 * The listeners of an HTTP service, with the same limits and the same shutdown: first every answer says `Connection: close`,
 * while requests on new and old connections are still served; then no connection is accepted, and requests in progress are
 * finished.
 */
export class HttpListeners {
  readonly #isShared: (address: string) => boolean;
  readonly #max: typeof CONNECTIONS_MAX;
  /** Unanswered requests of a connection, in their order (HTTP/1.1 pipelining). */
  readonly #unanswered = new WeakMap<Socket, ServerResponse[]>();
  readonly #closing = new WeakSet<Socket>();
  #isDraining = false;
  #asked = 0;

  /** An `isShared` address, such as a proxy, serves many clients. */
  constructor(isShared: (address: string) => boolean = () => false, max = CONNECTIONS_MAX) {
    this.#isShared = isShared;
    this.#max = max;
  }

  /** Number of requests so far. */
  get asked(): number {
    return this.#asked;
  }

  /** Starts telling clients to use another connection. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Creates a plain HTTP server for a handler. */
  create(handler: RequestListener): Server {
    return this.guard(createServer(LISTENER_LIMITS, this.handling(handler)));
  }

  /** Wraps a handler so that it gets no request after the last one of its connection. */
  handling(handler: RequestListener): RequestListener {
    return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
      this.#asked++;
      const { socket } = request;
      // RFC 9112, 9.6: requests after an answer with `close` are not processed.
      if (this.#closing.has(socket)) return;
      const unanswered = this.#unanswered.get(socket) ?? [];
      this.#unanswered.set(socket, unanswered);
      unanswered.push(response);
      response.once('close', () => unanswered.splice(unanswered.indexOf(response), 1));
      const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => typeof response;
      // Last chance to set a header. An answer with `close` would cut off those that follow it.
      response.writeHead = (...given: unknown[]) => {
        if (this.#isDraining && unanswered.at(-1) === response) {
          this.#closing.add(socket);
          response.setHeader('Connection', 'close');
        }
        return writeHead(...given);
      };
      handler(request, response);
    };
  }

  /** Limits the connections of a server, and closes idle ones after it has stopped listening. */
  guard<Listener extends Server | TlsServer>(server: Listener): Listener {
    const ofAddress = new Map<string, number>();
    server.maxConnections = this.#max.all;
    server.setTimeout(STALLED_MS);
    server.prependListener('connection', (socket: Socket) => {
      const address = socket.remoteAddress ?? '';
      const count = (ofAddress.get(address) ?? 0) + 1;
      ofAddress.set(address, count);
      socket.once('close', () => {
        const left = (ofAddress.get(address) ?? 1) - 1;
        if (left === 0) ofAddress.delete(address);
        else ofAddress.set(address, left);
      });
      if (count > this.#max.ofAddress && !this.#isShared(address)) socket.destroy();
    });
    server.on('request', (_, response: ServerResponse) => {
      response.once('close', () => {
        if (!server.listening) setImmediate(() => server.closeIdleConnections());
      });
    });
    const close = server.close.bind(server);
    server.close = (done) => {
      const finish = setTimeout(() => server.closeAllConnections(), FINISH_MS).unref();
      return close((error) => {
        clearTimeout(finish);
        done?.(error);
      });
    };
    return server;
  }
}
