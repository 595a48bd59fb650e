import type { Call } from '../request/call.ts';

/** Headers that a signature must always cover; others are mandatory if they are sent (decision 26). */
const MANDATORY = ['digest', 'x-request-id'];
const MANDATORY_IF_SENT = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

/** Returns the mandatory headers that a signature does not cover, including those added by the profile (decision 26). */
export function findUnsignedHeaders(call: Call, covered: readonly string[], mustCover: readonly string[]): string[] {
  const sent = MANDATORY_IF_SENT.filter((name) => valuesOf(call, name).some((value) => value !== ''));
  return [...MANDATORY, ...sent, ...mustCover].filter((name) => !covered.includes(name));
}

/** Returns the signed text: a line for each covered header. Undefined if one is missing or repeated. */
export function signedContent(call: Call, covered: readonly string[]): Buffer | undefined {
  const lines: string[] = [];
  for (const name of covered) {
    const values = name === '(request-target)' ? [requestTarget(call)] : valuesOf(call, name);
    if (values.length !== 1) return undefined;
    // Node has removed the blanks around the value. Other white space is part of it.
    lines.push(`${name}: ${values[0]}`);
  }
  // Node decodes headers as Latin-1, so encoding them again restores the original bytes.
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** Returns all values of a header as sent. Node would join some repeated headers and drop others. */
export function valuesOf({ rawHeaders }: Pick<Call, 'rawHeaders'>, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

function requestTarget({ method, originalUrl }: Call): string {
  return `${method.toLowerCase()} ${originalUrl}`;
}
