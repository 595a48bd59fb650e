import type { Call } from '../call.ts';

/** Covered always; and whenever they are sent (decision 26). */
const COVERED_ALWAYS = ['digest', 'x-request-id'];
const COVERED_IF_SENT = ['psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

/**
 * What was signed: a line for each covered header. Undefined where one is missing, sent twice, or should be covered.
 */
export function signedContent(call: Call, covered: readonly string[]): Buffer | undefined {
  const sent = COVERED_IF_SENT.filter((name) => valuesOf(call, name).length > 0);
  if ([...COVERED_ALWAYS, ...sent].some((name) => !covered.includes(name))) return undefined;
  const lines: string[] = [];
  for (const name of covered) {
    const values = name === '(request-target)' ? [requestTarget(call)] : valuesOf(call, name);
    if (values.length !== 1) return undefined;
    lines.push(`${name}: ${values[0]?.trim()}`);
  }
  // Node reads headers byte by byte; written that way again they are what was sent.
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** Each value of a header as it was sent, where Node would join some and drop others. */
export function valuesOf({ rawHeaders }: Pick<Call, 'rawHeaders'>, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

function requestTarget({ method, originalUrl }: Call): string {
  return `${method.toLowerCase()} ${originalUrl}`;
}
