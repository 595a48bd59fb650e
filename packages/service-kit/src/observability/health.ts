import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';
import { OPEN_METRICS, toOpenMetrics, wantsOpenMetrics } from './open-metrics.ts';

/** Whether a service is ready, and further lines for `/readyz`. */
interface Health {
  /** Unavailable dependencies of the service; empty if it is ready. */
  readonly missing: () => Promise<readonly string[]>;
  readonly remarks: () => readonly string[];
}

/** Status, body, and media type if it is not plain text. */
type Answer = [number, string, string?];

/** Answers `/livez` (the process runs), `/readyz` (the service can work) and `/metrics`, for the platform only. */
export class HealthServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async listen(
    address: { host: string; port: number },
    health: Health,
    metrics: Metrics,
  ): Promise<HealthServer> {
    const server = createServer((request, response) => {
      // An error here does not end the process.
      const answered = answer(request, health, metrics).catch((): Answer => [500, 'not answered\n']);
      void answered.then(([status, body, type = 'text/plain; charset=utf-8']) => {
        response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
        response.end(body);
      });
    });
    server.keepAliveTimeout = 1_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address.port, address.host, resolve);
    });
    return new HealthServer(server);
  }

  get url(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function answer(
  { url, headers }: IncomingMessage,
  { missing, remarks }: Health,
  { registry }: Metrics,
): Promise<Answer> {
  switch (url) {
    case '/livez':
      return [200, 'alive\n'];
    case '/readyz': {
      const lacks = await missing();
      const isUp = lacks.length === 0;
      return [isUp ? 200 : 503, [isUp ? 'ready' : 'not ready', ...lacks, ...remarks(), ''].join('\n')];
    }
    case '/metrics':
      return wantsOpenMetrics(headers.accept)
        ? [200, await toOpenMetrics(registry), OPEN_METRICS]
        : [200, await registry.metrics(), registry.contentType];
    default:
      return [404, 'not found\n'];
  }
}
