import { randomUUID } from 'node:crypto';
import { Xs2aError } from '@xs2a/contracts';

/** The parts of a standing order in XML (Implementation Guidelines, "Payment Initiation with pain.001 XML message", periodic). */
export const MULTIPART_PARTS = { message: 'xml_sct', terms: 'json_standingorderType' } as const;

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const NAME = /;\s*name="?([^";\r\n]{1,100})/i;
const LINE_END = '\r\n';

/** The parts of a body by their names (RFC 7578). */
export function partsOf(raw: Buffer, contentType: string): Map<string, Buffer> {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? plain}`;
  const parts = new Map<string, Buffer>();
  let at = raw.indexOf(delimiter);
  for (;;) {
    const begin = at + delimiter.length;
    if (at < 0) return refuse('the body has no end at the boundary that Content-Type names');
    if (raw.subarray(begin, begin + 2).toString('latin1') === '--') return parts;
    const next = raw.indexOf(LINE_END + delimiter, begin);
    const end = next < 0 ? raw.length : next;
    const head = raw.indexOf(LINE_END + LINE_END, begin);
    if (head < 0 || head >= end) return refuse('a part of the body has no header that ends with an empty line');
    const name = NAME.exec(raw.subarray(begin, head).toString('latin1'))?.[1] ?? '';
    if (parts.has(name)) return refuse(`the part ${name} is there twice`);
    parts.set(name, raw.subarray(head + 2 * LINE_END.length, end));
    at = next < 0 ? -1 : next + LINE_END.length;
  }
}

/** Texts by their names as a body, with its media type. */
export function multipartOf(parts: readonly (readonly [name: string, type: string, text: string])[]) {
  const boundary = `xs2a-${randomUUID()}`;
  const written = parts.map(
    ([name, type, text]) =>
      `--${boundary}${LINE_END}Content-Disposition: form-data; name="${name}"${LINE_END}Content-Type: ${type}${LINE_END}${LINE_END}${text}${LINE_END}`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${written.join('')}--${boundary}--${LINE_END}` };
}

function refuse(text: string): never {
  throw new Xs2aError('bodyInvalid', { text });
}
