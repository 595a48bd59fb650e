import type { Call } from '../request/call.ts';

/** Headers that a signature must cover: always, and if they are sent (decision 26). */
const MANDATORY = ['digest', 'x-request-id'];
const MANDATORY_IF_SENT = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

/** Headers that the signature must cover and does not, with those that the profile adds (decision 26). */
export function uncoveredOf(call: Call, covered: readonly string[], mustCover: readonly string[]): string[] {
  const sent = MANDATORY_IF_SENT.filter((name) => valuesOf(call, name).some((value) => value !== ''));
  return [...MANDATORY, ...sent, ...mustCover].filter((name) => !covered.includes(name));
}

/** The signed text: a line for each covered header. Undefined if one was not sent, or sent twice. */
export function signedContent(call: Call, covered: readonly string[]): Buffer | undefined {
  const lines: string[] = [];
  for (const name of covered) {
    const values = name === '(request-target)' ? [requestTarget(call)] : valuesOf(call, name);
    if (values.length !== 1) return undefined;
    // Node has removed the blanks around a value. Other white space is part of it.
    lines.push(`${name}: ${values[0]}`);
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
