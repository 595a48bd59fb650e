import { fileURLToPath } from 'node:url';
import { service as sandboxGateway } from '@xs2a/sandbox-gateway';
import { type Clock, type Service, startService } from '@xs2a/service-kit';
import { freshDatabaseName, natsServer, testKeys, testServers } from '@xs2a/test-kit';
import { eventually } from '@xs2a/test-system/eventually';
import { TlsListener } from '../src/http/tls-listener.ts';
import { service } from '../src/service.ts';

/** The default profile with every endpoint that a profile may offer. */
const EVERY_ENDPOINT = fileURLToPath(new URL('every-endpoint.yaml', import.meta.url));

export interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Pick<Map<string, string>, 'has'> & { get(name: string): string | null };
  readonly text: string;
  /** First entry of `tppMessages`; empty if there is none. */
  readonly message: TppMessage;
}

export interface TestGateway extends AsyncDisposable {
  readonly url: string;
  /** Address of the mutual TLS listener; empty without one. */
  readonly tlsUrl: string;
  readonly natsUrl: string;
  readonly healthUrl: string;
  logLines(): Record<string, unknown>[];
  /** Returns the log line of a request. It is written when the answer is closed, possibly after the client has read it. */
  requestLine(requestId: string): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
  /** Sends a request with an X-Request-ID and the given headers and body. */
  ask(method: string, path: string, sent?: Sent): Promise<Answer>;
}

/** Starts a gateway that offers every endpoint, on a free port and with a real bus without other services. Records its log. */
export async function startGateway(env: NodeJS.ProcessEnv = {}, clock?: Clock): Promise<TestGateway> {
  const nats = await natsServer();
  const lines: string[] = [];
  const logLines = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const isSandbox = (env['SANDBOX'] ?? 'true') === 'true';
  const gateway = await startService((isSandbox ? sandboxGateway : service) as unknown as Service, {
    env: {
      NATS_URL: nats.url,
      MONGO_URL: testServers().mongoUrl,
      MONGO_DATABASE: freshDatabaseName(),
      GATEWAY_PORT: '0',
      SANDBOX: 'true',
      PORTAL_URL: 'https://portal.test',
      DRAIN_SECONDS: '0',
      PROFILE: EVERY_ENDPOINT,
      ...testKeys('gateway'),
      ...env,
    },
    ...(clock !== undefined && { clock }),
    logTo: { write: (line) => void lines.push(line) },
  });
  const url = gateway.httpUrl ?? '';
  return {
    url,
    tlsUrl: gateway.get<TlsListener>(TlsListener).url ?? '',
    natsUrl: nats.url,
    healthUrl: gateway.healthUrl,
    logLines,
    async requestLine(requestId) {
      const ofRequest = () => logLines().find((line) => line['requestId'] === requestId && 'status' in line) ?? {};
      return eventually(
        async () => ofRequest(),
        (line) => 'status' in line,
      );
    },
    stop: () => gateway.stop(),
    async ask(method, path, { headers, body } = {}) {
      const response = await fetch(new URL(path, url), {
        method,
        headers: { 'X-Request-ID': crypto.randomUUID(), ...headers },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, message: firstMessage(text) };
    },
    async [Symbol.asyncDispose]() {
      await gateway.stop();
      await nats[Symbol.asyncDispose]();
    },
  };
}

interface TppMessage {
  category?: string;
  code?: string;
  path?: string;
  text?: string;
}

export function firstMessage(text: string): TppMessage {
  if (!text.startsWith('{')) return {};
  return (JSON.parse(text) as { tppMessages?: TppMessage[] }).tppMessages?.[0] ?? {};
}
