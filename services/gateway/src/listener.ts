import type { Server } from 'node:http';

/** Slow senders hold a connection no longer than this; Node's own defaults are minutes. */
export const TIME_LIMITS = {
  headersTimeout: 2_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 500,
  // Longer than the idle time of usual load balancers (60 s), so that never both ends use and close at once.
  keepAliveTimeout: 65_000,
};

/** Once a server has stopped listening, a connection that is kept alive would only delay its end. */
export function endingPromptly<Listener extends Pick<Server, 'on' | 'listening' | 'closeIdleConnections'>>(
  server: Listener,
): Listener {
  server.on('request', (_, response) => {
    response.once('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
  return server;
}
