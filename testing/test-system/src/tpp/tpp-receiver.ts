import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../eventually.ts';

export interface ReceivedNotification {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** A TPP's own HTTP server for notifications. */
export interface TppReceiver extends AsyncDisposable {
  readonly host: string;
  readonly uri: string;
  readonly received: readonly ReceivedNotification[];
  /** Waits until this many have arrived. */
  until(count: number): Promise<readonly ReceivedNotification[]>;
}

type Answer = (response: ServerResponse, notification: ReceivedNotification) => void;

export async function tppReceiver(answer: Answer = (response) => void response.end()): Promise<TppReceiver> {
  const received: ReceivedNotification[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString() || '{}') as Record<string, unknown>;
      const notification = { path: request.url ?? '', headers: request.headers, body };
      received.push(notification);
      answer(response, notification);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    uri: `http://${host}/told`,
    received,
    until: (count) =>
      eventually(
        () => Promise.resolve(received),
        ({ length }) => length >= count,
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the received statuses in short form: `sca finalised`, `status valid`. */
export function notified({ received }: Pick<TppReceiver, 'received'>): string[] {
  return received.map(({ body }) => {
    const { scaStatus, transactionStatus, consentStatus } = body as Partial<Record<string, string>>;
    return scaStatus === undefined ? `status ${transactionStatus ?? consentStatus}` : `sca ${scaStatus}`;
  });
}
