import { Xs2aError } from '@xs2a/contracts';
import { inspectJson } from './inspect-json.ts';
import { locateJsonFault } from './locate-json-fault.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const REPAIRING = new TextDecoder('utf-8');
const REPLACEMENT = '\ufffd';

/** Parses a body as JSON in UTF-8 (RFC 8259) with at most `valuesMax` values. */
export function parseJson(raw: Buffer, valuesMax?: number): unknown {
  const text = decode(raw);
  try {
    inspectJson(text, valuesMax);
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof Xs2aError) throw cause;
    // The parser's message quotes the body, which may contain an IBAN or credentials.
    const error = new Error(cause instanceof Error ? cause.name : 'unreadable');
    throw new Xs2aError('bodyInvalid', { text: locateJsonFault(text), cause: error });
  }
}

function decode(raw: Buffer): string {
  try {
    return UTF8.decode(raw);
  } catch {
    const readable = REPAIRING.decode(raw).split(REPLACEMENT, 1)[0] ?? '';
    const text = `the body is not in UTF-8: its byte ${Buffer.byteLength(readable) + 1} belongs to no character`;
    throw new Xs2aError('bodyInvalid', { text });
  }
}
