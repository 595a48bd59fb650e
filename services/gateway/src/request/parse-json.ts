import { Xs2aError } from '@xs2a/contracts';
import { inspectJson } from './inspect-json.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a body as JSON in UTF-8 (RFC 8259). */
export function parseJson(raw: Buffer): unknown {
  try {
    const text = UTF8.decode(raw);
    inspectJson(text);
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof Xs2aError) throw cause;
    // The message of the parser quotes the body, which may contain an IBAN or a credential.
    throw new Xs2aError('bodyInvalid', { cause: new Error(cause instanceof Error ? cause.name : 'unreadable') });
  }
}
