import type { Call } from '../request/call.ts';

/** Headers that a signature must cover: always, and if they are sent (decision 26). */
const MANDATORY = ['digest', 'x-request-id'];
const MANDATORY_IF_SENT = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

/** The signed text: a line for each covered header. Undefined if one is missing, repeated, or not covered. */
export function signedContent(call: Call, covered: readonly string[]): Buffer | undefined {
  const sent = MANDATORY_IF_SENT.filter((name) => valuesOf(call, name).length > 0);
  if ([...MANDATORY, ...sent].some((name) => !covered.includes(name))) return undefined;
  const lines: string[] = [];
  for (const name of covered) {
    const values = name === '(request-target)' ? [requestTarget(call)] : valuesOf(call, name);
    if (values.length !== 1) return undefined;
    lines.push(`${name}: ${values[0]?.trim()}`);
  }
  // Node decodes headers as Latin-1. Encoded again they are the bytes that were sent.
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** Each value of a header as it was sent. Node would join some repeated headers and drop others. */
export function valuesOf({ rawHeaders }: Pick<Call, 'rawHeaders'>, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

function requestTarget({ method, originalUrl }: Call): string {
  return `${method.toLowerCase()} ${originalUrl}`;
}
