import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One attack: a request as sent over the wire, and the answer by the standard. */
export interface HostileCase {
  /** `subject/name`: the file without its extension, and the first line of the case. */
  readonly name: string;
  readonly expected: Expected;
  /** Sent as written: nothing is added, so that a case may break HTTP itself. */
  readonly verbatim: boolean;
  readonly head: string;
  readonly body: string;
}

interface Expected {
  readonly status: number;
  /** Omitted where the standard has no message code, and therefore no body, for the situation (decision 11). */
  readonly code?: string;
  readonly path?: string;
}

const EXPECTED = /^(?<status>000|[1-5][0-9]{2})(?: (?<code>[A-Z_]+)(?: (?<path>\S+))?)?$/;

/** A case begins with `### name`, after an empty line. */
const BOUNDARY = /\n\n(?=### )/;

/** Returns every case of the `.http` files in a folder. */
export function readCases(folder: string): HostileCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.http'))
    .toSorted()
    .flatMap((file) => {
      const cases = readFileSync(join(folder, file), 'utf8').replace(/\n$/, '').split(BOUNDARY);
      return cases.map((text) => readCase(file.slice(0, -'.http'.length), text));
    });
}

/** Parses `### name`, comment lines (why, `# expect:`, `# verbatim`), an empty line, the head, an empty line, the body. */
function readCase(subject: string, text: string): HostileCase {
  const [comment = '', head = '', ...body] = text.split('\n\n');
  const [title = '', ...lines] = comment.split('\n');
  const name = `${subject}/${/^### ([\w-]+)$/.exec(title)?.[1] ?? ''}`;
  if (name.endsWith('/') || lines.some((line) => !line.startsWith('# ')))
    throw new Error(`${name}: a case is a name, comment lines, an empty line and a request, not ${title}`);
  const expectation = lines.find((line) => line.startsWith('# expect: '))?.slice('# expect: '.length) ?? '';
  const { status, code, path } = EXPECTED.exec(expectation)?.groups ?? {};
  if (status === undefined) throw new Error(`${name}: "# expect:" is missing or invalid`);
  return {
    name,
    expected: { status: Number(status), ...(code !== undefined && { code }), ...(path !== undefined && { path }) },
    verbatim: lines.includes('# verbatim'),
    head,
    body: body.join('\n\n'),
  };
}

const REPEAT = /\{repeat (\d+) ([^}]+)\}/g;
const BYTE = /\\x([0-9a-f]{2})/g;

/**
 * Returns the bytes of a case: `{name}` is the value prepared under this name, `{repeat 9 x}` is nine x, `\x00` a byte. Missing
 * host, request id, length and closing of the connection are added, unless the case is verbatim.
 */
export function bytesOf({ head, body, verbatim }: HostileCase, named: ReadonlyMap<string, string>): Buffer {
  const filled = (text: string): Buffer => {
    const whole = text
      .replace(REPEAT, (_, times: string, what: string) => what.repeat(Number(times)))
      .replace(/\{(\w+)\}/g, (braced, name: string) => named.get(name) ?? braced);
    return latin1OfBytes(whole);
  };
  const content = filled(body);
  const lines = head.split('\n');
  const has = (name: string): boolean => lines.some((line) => line.toLowerCase().startsWith(`${name}:`));
  const added = verbatim
    ? []
    : [
        ...(has('host') ? [] : ['Host: gateway.test']),
        ...(has('x-request-id') ? [] : [`X-Request-ID: ${crypto.randomUUID()}`]),
        ...(has('content-length') || has('transfer-encoding') || (content.length === 0 && !isSending(head))
          ? []
          : [`Content-Length: ${content.length}`]),
        'Connection: close',
      ];
  return Buffer.concat([filled([...lines, ...added, '', ''].join('\r\n')), content]);
}

function isSending(head: string): boolean {
  return head.startsWith('POST ') || head.startsWith('PUT ');
}

/** Returns the text as UTF-8, except for escaped bytes. */
function latin1OfBytes(text: string): Buffer {
  const parts = text.split(BYTE);
  return Buffer.concat(
    parts.map((part, index) =>
      index % 2 === 1 ? Buffer.from([Number.parseInt(part, 16)]) : Buffer.from(part, 'utf8'),
    ),
  );
}
