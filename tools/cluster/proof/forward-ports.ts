import { createServer, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';

/** A TPP's certificate and key, and the authority of the gateway's listener, as PEM. */
export interface TppIdentity {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

/** Forwards connections to a Service of the cluster, byte by byte: a connection cut there is cut here. */
async function forward(port: number, dial: () => Socket): Promise<AsyncDisposable> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const cluster = dial();
    for (const [one, other] of [
      [client, cluster],
      [cluster, client],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Forwards a port to the gateway and adds the TPP's mutual TLS, for clients that speak plain HTTP. */
export function forwardToGateway(port: number, host: string, tpp: TppIdentity, name: string): Promise<AsyncDisposable> {
  const { certificate: cert, key, authority: ca } = tpp;
  return forward(port, () => tlsConnect({ host, port: 443, servername: name, cert, key, ca }));
}

/** Forwards a port to the portal and adds the TLS that the data plane of the Gateway API would. */
export function forwardToPortal(port: number, host: string, authority: string): Promise<AsyncDisposable> {
  return forward(port, () => tlsConnect({ host, port: 443, servername: host, ca: authority }));
}
