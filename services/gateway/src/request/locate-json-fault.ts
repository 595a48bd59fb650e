/** Describes position and cause of a JSON syntax error, for the error text. Never includes any of the body. */
export function locateJsonFault(text: string): string {
  if (text.trim() === '') return 'the body is empty: send a JSON object';
  if (text.startsWith(UNWRITTEN))
    return `the body is the text ${UNWRITTEN}: write the object as JSON before sending it`;
  const fault = new JsonText(text).fault();
  if (fault === undefined) return 'the body is malformed';
  const before = text.slice(0, fault.at).split('\n');
  const place = `line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`;
  return `the body is no JSON: at ${place} ${fault.expected}`;
}

/** JavaScript's text for an object sent without serialisation. */
const UNWRITTEN = '[object Object]';

interface JsonFault {
  readonly at: number;
  readonly expected: string;
}

const BLANK = /[ \t\r\n]*/y;
const NUMBER = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const LETTER_CASE = /^(true|false|null|none)\b/i;
/** Length of the longest literal plus the following character. */
const WORD_MAX = 6;
const NAME = /[A-Za-z_$]/;
const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;
/** Highest code of the control characters that a string must escape (RFC 8259, 7). */
const CONTROL_MAX = 0x1f;

/** Reads JSON according to RFC 8259, up to the first fault. `inspectJson` has already limited the depth. */
class JsonText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  fault(): JsonFault | undefined {
    const fault = this.#value();
    if (fault !== undefined) return fault;
    this.#skip(BLANK);
    return this.#isAtEnd() ? undefined : this.#expected('the end is expected: the JSON value is complete');
  }

  #value(): JsonFault | undefined {
    this.#skip(BLANK);
    const character = this.#text[this.#at];
    if (character === '{') return this.#members('}', () => this.#member());
    if (character === '[') return this.#members(']', () => this.#value());
    if (character === '"') return this.#string();
    if (this.#skip(NUMBER)) return this.#afterNumber();
    if (this.#skip(WORD)) return undefined;
    if (this.#isAtEnd()) return this.#expected('a value is expected, and the body ends');
    if (character === "'") return this.#expected('a text is in double quotes, not in single ones');
    if (character === '/') return this.#expected('comments are not permitted');
    if (character === '<') return this.#expected('there is XML');
    if (LETTER_CASE.test(this.#text.slice(this.#at, this.#at + WORD_MAX))) {
      return this.#expected('true, false and null are written in small letters, and None is null');
    }
    if (character !== undefined && NAME.test(character))
      return this.#expected('there is a word that JSON does not know: a text is in double quotes');
    return this.#expected(
      'a value is expected: an object, a list, a text in double quotes, a number, true, false or null',
    );
  }

  #afterNumber(): JsonFault | undefined {
    const isDigit = /^[0-9]$/.test(this.#text[this.#at] ?? '');
    return isDigit ? this.#expected('a number has a zero before its other digits') : undefined;
  }

  #members(end: string, member: () => JsonFault | undefined): JsonFault | undefined {
    this.#at++;
    this.#skip(BLANK);
    if (this.#text[this.#at] === end) return this.#pass();
    for (;;) {
      const fault = member();
      if (fault !== undefined) return fault;
      this.#skip(BLANK);
      const character = this.#text[this.#at];
      if (character === end) return this.#pass();
      if (this.#isAtEnd()) return this.#expected(`the body ends before its closing ${end}`);
      if (character !== ',') return this.#expected(`a comma or the closing ${end} is expected`);
      this.#at++;
      this.#skip(BLANK);
      if (this.#text[this.#at] === end) return this.#expected(`there is a comma before the closing ${end}`);
    }
  }

  #member(): JsonFault | undefined {
    this.#skip(BLANK);
    const character = this.#text[this.#at];
    if (character === undefined) return this.#expected('the body ends before its closing }');
    if (character === "'" || NAME.test(character))
      return this.#expected('the name of a field must be in double quotes');
    if (character === '/') return this.#expected('comments are not permitted');
    if (character !== '"') return this.#expected('the name of a field in double quotes is expected');
    const fault = this.#string();
    if (fault !== undefined) return fault;
    this.#skip(BLANK);
    if (this.#text[this.#at] !== ':') return this.#expected('a colon is expected after the name of a field');
    this.#at++;
    return this.#value();
  }

  #string(): JsonFault | undefined {
    const start = this.#at++;
    for (; !this.#isAtEnd(); this.#at++) {
      const character = this.#text[this.#at];
      if (character === '"') return this.#pass();
      if (this.#text.charCodeAt(this.#at) <= CONTROL_MAX) {
        return this.#expected('a text has a line break or control character that is not escaped');
      }
      if (character !== '\\') continue;
      this.#at++;
      if (!this.#skip(ESCAPE)) return this.#expected('a text has a backslash that begins no escape');
      this.#at--;
    }
    this.#at = start;
    return this.#expected('a text begins that has no closing double quote');
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    this.#at += found?.[0].length ?? 0;
    return found !== null && found[0] !== '';
  }

  #pass(): undefined {
    this.#at++;
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #expected(expected: string): JsonFault {
    return { at: this.#at, expected };
  }
}
