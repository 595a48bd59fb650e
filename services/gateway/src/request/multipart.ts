import { randomUUID } from 'node:crypto';
import { FAULTS_MAX, nearestWord, refuseFaults, unknownField, Xs2aError } from '@xs2a/contracts';

/** Names of the parts of an XML standing order (Implementation Guidelines, "Payment Initiation with pain.001 XML message", periodic). */
export const MULTIPART_PARTS = { message: 'xml_sct', terms: 'json_standingorderType' } as const;

const NAMES: readonly string[] = Object.values(MULTIPART_PARTS);
const CONTENTS: Readonly<Record<string, string>> = {
  xml_sct: 'with the pain.001 message',
  json_standingorderType: 'with startDate, frequency and the like in JSON',
};
const PARTS = 'it must be of the parts xml_sct and json_standingorderType (RFC 7578)';
/** Upper bound on the unknown parts named in an error text. */
const NAMES_LISTED_MAX = 5;

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const NAME = /;\s*name="?([^";\r\n]{1,100})/i;
const LINE_END = '\r\n';

/** Returns the parts of a body by name (RFC 7578). */
export function partsOf(raw: Buffer, contentType: string): Map<string, Buffer> {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) {
    return refuse('must name a boundary: multipart/form-data; boundary=<text>', 'Content-Type');
  }
  const delimiter = `--${boundary}`;
  const parts = new Map<string, Buffer>();
  let at = raw.indexOf(delimiter);
  if (at < 0) return refuse(`the body has no line of two hyphens and the boundary that Content-Type names: ${PARTS}`);
  for (;;) {
    const begin = at + delimiter.length;
    if (at < 0) return refuse('the body does not end with the boundary of Content-Type between two times two hyphens');
    if (raw.subarray(begin, begin + 2).toString('latin1') === '--') return parts;
    const next = raw.indexOf(LINE_END + delimiter, begin);
    const end = next < 0 ? raw.length : next;
    const head = raw.indexOf(LINE_END + LINE_END, begin);
    if (head < 0 || head >= end)
      return refuse(
        `a part of the body has no header that ends with an empty line, in lines that end with CR LF: ${PARTS}`,
      );
    const name = NAME.exec(raw.subarray(begin, head).toString('latin1'))?.[1] ?? '';
    if (parts.has(name)) return refuse('is a part that is there twice: send it once', name);
    parts.set(name, raw.subarray(head + 2 * LINE_END.length, end));
    at = next < 0 ? -1 : next + LINE_END.length;
  }
}

/** Returns named texts as a multipart body, with its media type. */
export function multipartOf(parts: readonly (readonly [name: string, type: string, text: string])[]) {
  const boundary = `xs2a-${randomUUID()}`;
  const written = parts.map(
    ([name, type, text]) =>
      `--${boundary}${LINE_END}Content-Disposition: form-data; name="${name}"${LINE_END}Content-Type: ${type}${LINE_END}${LINE_END}${text}${LINE_END}`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${written.join('')}--${boundary}--${LINE_END}` };
}

/**
 * Returns the two parts of a standing order. All missing parts are reported, with the names sent; otherwise each unknown part is
 * refused, like an unknown field of a payment.
 */
export function standingOrderParts(parts: ReadonlyMap<string, Buffer>): Record<keyof typeof MULTIPART_PARTS, Buffer> {
  const others = [...parts.keys()].filter((name) => !NAMES.includes(name)).slice(0, FAULTS_MAX);
  const missing = NAMES.filter((name) => !parts.has(name));
  refuseFaults(missing.map((name) => ({ situation: 'fieldInvalid', path: name, text: missingPart(name, others) })));
  refuseFaults(
    others.map((name) => ({
      situation: 'fieldInvalid',
      ...(name && { path: name }),
      text: name ? unknownField(name, NAMES).replaceAll('field', 'part') : `a part has no name: ${PARTS}`,
    })),
  );
  return {
    message: parts.get(MULTIPART_PARTS.message) ?? Buffer.alloc(0),
    terms: parts.get(MULTIPART_PARTS.terms) ?? Buffer.alloc(0),
  };
}

function missingPart(name: string, others: readonly string[]): string {
  const meant = nearestWord(name, others);
  const sent = (meant === undefined ? others.slice(0, NAMES_LISTED_MAX) : [meant])
    .map((other) => other || 'a part without a name')
    .join(', ');
  return `is missing: it must be a part of this name, ${CONTENTS[name]}${sent && `; sent was ${sent}`}`;
}

function refuse(text: string, path?: string): never {
  throw new Xs2aError('bodyInvalid', { text, ...(path && { path }) });
}
