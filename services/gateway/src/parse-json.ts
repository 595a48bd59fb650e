import { Xs2aError } from '@xs2a/contracts';
import { inspectJson } from './inspect-json.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body as JSON text in UTF-8 (RFC 8259). */
export function parseJson(raw: Buffer): unknown {
  try {
    const text = UTF8.decode(raw);
    inspectJson(text);
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof Xs2aError) throw cause;
    // The parser's own message quotes the body, which may hold an IBAN or a credential.
    throw new Xs2aError('bodyInvalid', { cause: new Error(cause instanceof Error ? cause.name : 'unreadable') });
  }
}
