import { Xs2aError } from '@xs2a/contracts';

/** Upper bound on nesting. The deepest body of the interface has 8 levels. */
const DEPTH_MAX = 32;
/** Upper bound on values. The longest list of the interface has some hundred members, and each invalid member is checked separately. */
export const VALUES_MAX = 10_000;
/**
 * Upper bound on values in a bulk payment (decision 24): more than fit into a body of 1 MB, where transfers have at most one
 * value per twenty bytes.
 */
export const BULK_VALUES_MAX = 50_000;
/** Pattern of field names in the interface. Other names are not repeated in errors. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9]{0,49}$/;
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];
/** Space, tab and line ends. */
const BLANKS = [0x20, 0x09, 0x0d, 0x0a];

/**
 * Refuses JSON text that parsers read in different ways, before it is parsed: a duplicate key in one object, the key `__proto__`,
 * a lone surrogate, more values than any valid body, and nesting beyond the limit. The parser finds all other faults.
 */
export function inspectJson(text: string, valuesMax = VALUES_MAX): void {
  const open: Set<string>[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      const end = endOfString(text, at);
      if (isKey(text, end)) refuseKey(readString(text, at, end), open.at(-1));
      else if (text.charCodeAt(end) === QUOTE) readString(text, at, end);
      at = end;
    } else if (OPENING.includes(character)) {
      if (open.push(new Set()) > DEPTH_MAX)
        throw new Xs2aError('bodyInvalid', { text: `the body is nested more than ${DEPTH_MAX} levels deep` });
    } else if (CLOSING.includes(character)) {
      open.pop();
    } else if (character === COMMA && ++values > valuesMax) {
      throw new Xs2aError('bodyInvalid', { text: `the body has more than ${valuesMax} values` });
    }
  }
}

/** Returns the position of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** Whether a string is a key: exactly if a colon follows it. */
function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (BLANKS.includes(text.charCodeAt(at))) at++;
  return text[at] === ':';
}

function readString(text: string, start: number, end: number): string {
  const raw = text.slice(start, end + 1);
  if (!raw.includes('\\')) return raw.slice(1, -1);
  const value: unknown = JSON.parse(raw);
  if (typeof value !== 'string' || !value.isWellFormed()) {
    throw new Xs2aError('bodyInvalid', { text: 'a text has half a character: \\ud800 to \\udfff come in pairs' });
  }
  return value;
}

function refuseKey(key: string, keys: Set<string> | undefined): void {
  if (key === '__proto__') throw new Xs2aError('fieldInvalid', { path: key, text: 'is not a field of this body' });
  if (keys?.has(key)) {
    const detail = FIELD_NAME.test(key)
      ? { path: key, text: 'is given twice in one object' }
      : { text: 'a field is given twice' };
    throw new Xs2aError('bodyInvalid', detail);
  }
  keys?.add(key);
}
