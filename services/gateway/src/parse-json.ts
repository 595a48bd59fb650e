import { Xs2aError } from '@xs2a/contracts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as JSON text in UTF-8 (RFC 8259). A key `__proto__` and broken Unicode are refused: what parsers
 * disagree about has no place in a payment.
 */
export function parseJson(raw: Buffer): unknown {
  try {
    const text = UTF8.decode(raw);
    // Only these two can hide a key or a lone surrogate; looking at every value costs more than parsing.
    const suspicious = text.includes('__proto__') || text.includes('\\u');
    return JSON.parse(text, suspicious ? refuseTricks : undefined);
  } catch (cause) {
    throw cause instanceof Xs2aError ? cause : new Xs2aError('bodyInvalid', { cause: describe(cause) });
  }
}

function refuseTricks(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Xs2aError('fieldInvalid', { path: key, text: 'is not a field of this body' });
  if (typeof value === 'string' && !value.isWellFormed()) throw new Xs2aError('bodyInvalid');
  return value;
}

/** The parser's own message quotes the body, which may hold an IBAN or a credential. */
function describe(cause: unknown): Error {
  return new Error(cause instanceof Error ? cause.name : 'unreadable');
}
