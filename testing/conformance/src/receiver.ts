import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A status notification as the TPP received it. */
export interface Notification {
  readonly requestId: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The endpoint at which a TPP receives notifications. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Returns them in order of arrival. */
  received(): Promise<readonly Notification[]>;
}

/** Listens on the loopback of this machine alone, as the receiver of a TPP (decision 27). */
export async function listen(port: number): Promise<Receiver> {
  const notifications: Notification[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const requestId = request.headers['x-request-id'];
      notifications.push({
        requestId: typeof requestId === 'string' ? requestId : undefined,
        body: JSON.parse(Buffer.concat(parts).toString()) as Notification['body'],
      });
      response.writeHead(200, { 'X-Request-ID': requestId ?? '' }).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${bound}/notifications`,
    received: async () => notifications,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

/** Returns the instance's own receiver for TPPs without one; it shows the newest first. */
export function receiverAt(url: string): Receiver {
  return {
    url,
    received: async () => {
      const shown = await fetch(url, { headers: { Accept: 'application/json' } });
      return ((await shown.json()) as Notification[]).toReversed();
    },
    async [Symbol.asyncDispose]() {},
  };
}
