import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** One TPP that sends one kind of request as fast as it can. */
export interface Flood {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** PEM files of its client certificate, over TLS. */
  readonly certificate?: { readonly certificate: string; readonly key: string };
}

// A separate process, so that `nice` keeps the flood from competing with the services for the processor.
const { url, method, path, body, headers, connections, seconds, certificate }: Flood = JSON.parse(
  process.argv[2] ?? '{}',
);
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  ...(certificate !== undefined && {
    tlsOptions: {
      cert: readFileSync(certificate.certificate),
      key: readFileSync(certificate.key),
      rejectUnauthorized: false,
    },
  }),
  requests: [
    {
      method,
      path,
      ...(body !== undefined && { body }),
      setupRequest: (request) => ({ ...request, headers: { ...headers, 'X-Request-ID': crypto.randomUUID() } }),
    },
  ],
});
console.log(
  JSON.stringify({ done: result['2xx'], refused: result.non2xx, errors: result.errors, seconds: result.duration }),
);
