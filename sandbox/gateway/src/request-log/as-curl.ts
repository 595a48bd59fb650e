import type { StoredExchange } from '../model/recorded-request.ts';

/** Headers that curl or the connection sets itself, and those that belong to the one signed request. */
const LEFT_OUT = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'user-agent',
  'transfer-encoding',
  'keep-alive',
  'sec-fetch-mode',
  'x-request-id',
  'signature',
  'digest',
  'date',
  'tpp-signature-certificate',
  'traceparent',
  'tracestate',
]);

/** The request as a command. It has a new X-Request-ID, because a creation with the old one is answered as before. */
export function asCurl(
  {
    method,
    path,
    requestHeaders,
    requestBody,
  }: Pick<StoredExchange, 'method' | 'path' | 'requestHeaders' | 'requestBody'>,
  origin: string,
): string {
  const headers = requestHeaders.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  return [
    `curl -i -X ${method} ${quoted(origin + path)}`,
    '--cert tpp-qwac.pem --cacert tpp-qwac.pem',
    '-H "X-Request-ID: $(uuidgen || cat /proc/sys/kernel/random/uuid)"',
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(requestBody === '' ? [] : [`--data-raw ${quoted(requestBody)}`]),
  ].join(' \\\n  ');
}

/** For a shell: nothing inside single quotes is interpreted. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
