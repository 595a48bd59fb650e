import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What came to a TPP that wants to be told of statuses. */
export interface Told {
  readonly requestId: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Where a TPP is told. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** In the order in which it came. */
  told(): Promise<readonly Told[]>;
}

/** Listens on the loopback of this machine alone, as the receiver of a TPP (decision 27). */
export async function listen(port: number): Promise<Receiver> {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const requestId = request.headers['x-request-id'];
      told.push({
        requestId: typeof requestId === 'string' ? requestId : undefined,
        body: JSON.parse(Buffer.concat(parts).toString()) as Told['body'],
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
    url: `http://localhost:${bound}/told`,
    told: async () => told,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

/** The receiver that an instance itself has for TPPs without one; shows the newest first. */
export function receiverAt(url: string): Receiver {
  return {
    url,
    told: async () => {
      const shown = await fetch(url, { headers: { Accept: 'application/json' } });
      return ((await shown.json()) as Told[]).toReversed();
    },
    async [Symbol.asyncDispose]() {},
  };
}
