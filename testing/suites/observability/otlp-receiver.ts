import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  readonly key: string;
  readonly value: { stringValue?: string; intValue?: number | string };
}
/** A received span. */
export interface Span {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A collector of OpenTelemetry traces: OTLP over HTTP in JSON (OTLP specification 1.x, /v1/traces). */
export async function otlpReceiver(): Promise<
  AsyncDisposable & { readonly url: string; readonly spans: Span[]; readonly bodies: string[] }
> {
  const spans: Span[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      spans.push(...spansOf(body));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansOf(body: string): Span[] {
  type Received = Omit<Span, 'attributes' | 'service'> & { attributes: Attribute[] };
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Received[] }[] }[];
  };
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = plain(resource.attributes)['service.name'] ?? '';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, service, attributes: plain(span.attributes) })),
    );
  });
}

function plain(attributes: readonly Attribute[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue)]));
}
