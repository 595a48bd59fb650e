import { connect } from 'node:net';

/** Answer on a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The whole answer, for checks of what it must not contain. */
  readonly text: string;
}

const WAIT_MS_MAX = 5_000;

/** Sends bytes unchanged, and reads until the gateway closes the connection. */
export function sendBytes(url: string, bytes: Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.setTimeout(WAIT_MS_MAX, () => socket.destroy(new Error('no answer')));
    socket.on('data', (part) => parts.push(part));
    socket.on('connect', () => socket.write(bytes));
    // A server that refuses before it has read the body closes the connection; an answer sent before that counts.
    socket.on('error', (error) => (parts.length > 0 ? resolve(answerIn(Buffer.concat(parts))) : reject(error)));
    socket.on('end', () => {
      socket.end();
      resolve(answerIn(Buffer.concat(parts)));
    });
  });
}

function answerIn(bytes: Buffer): RawAnswer {
  // Interim answers (RFC 9110 15.2) are skipped.
  const text = bytes.toString('utf8').replace(/^(HTTP\/1\.1 100 [^\r]*\r\n\r\n)+/, '');
  // The connection was closed without an answer.
  if (text === '') return { status: 0, headers: new Map(), body: '', text };
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map(
    lines.map((header) => {
      const colon = header.indexOf(':');
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()] as const;
    }),
  );
  const body = text.slice(end + 4);
  return { status: Number(line.split(' ')[1]), headers, body: dechunked(headers, body), text };
}

function dechunked(headers: ReadonlyMap<string, string>, body: string): string {
  if (headers.get('transfer-encoding') !== 'chunked') return body;
  return body.replace(/^(?:[0-9a-f]+\r\n([\s\S]*?)\r\n)?0\r\n\r\n$/, '$1');
}
