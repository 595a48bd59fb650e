import type { Server } from 'node:http';

/** How long slow clients may occupy a connection. The defaults of Node are minutes. */
export const TIME_LIMITS = {
  headersTimeout: 2_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 500,
  // Longer than the idle timeout of common load balancers (60 s): a connection must not be closed while the other side uses it.
  keepAliveTimeout: 65_000,
};

/** After the server has stopped listening, closes connections as they become idle. Otherwise keep-alive would delay its end. */
export function closingIdleConnections<Listener extends Pick<Server, 'on' | 'listening' | 'closeIdleConnections'>>(
  server: Listener,
): Listener {
  server.on('request', (_, response) => {
    response.once('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
  return server;
}
