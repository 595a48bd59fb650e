/** Secret values by kind, to be searched for in logs, databases and answers. */
export class Canaries {
  readonly #known = new Map<string, Set<string>>();

  /** Remembers the values and returns the first one. */
  note(what: string, ...values: readonly string[]): string {
    const known = this.#known.get(what) ?? new Set<string>();
    for (const value of values) if (value !== '') known.add(value);
    this.#known.set(what, known);
    return values[0] ?? '';
  }

  get kinds(): string[] {
    return [...this.#known.keys()];
  }

  /** Returns the kinds of values that occur in a text in any encoding; `except` lists kinds that belong there. */
  foundIn(text: string, except: readonly string[] = []): string[] {
    return [...this.#known]
      .filter(([what]) => !except.includes(what))
      .flatMap(([what, values]) => Array.from(values, (value) => ({ what, value })))
      .filter(({ value }) => formsOf(value).some((form) => occurs(form, text)))
      .map(({ what }) => what);
  }
}

/** Returns the value unchanged, in both alphabets of base64 at each of three offsets, URL-encoded, and escaped as in JSON. */
function formsOf(value: string): string[] {
  const escaped = JSON.stringify(value).slice(1, -1);
  const asAscii = escaped.replaceAll(/[\u0080-\uffff]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  const forms = [value, escaped, asAscii, encodeURIComponent(value), Buffer.from(value, 'latin1').toString()];
  // A few letters of base64 would occur anywhere by chance.
  if (Buffer.byteLength(value) >= 8) forms.push(...base64FormsOf(value));
  return [...new Set(forms)];
}

/** Returns the base64 of a value at each offset within a group of three bytes, without the letters at its ends. */
function base64FormsOf(value: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const first = before === 0 ? 0 : before + 1;
    const last = Math.floor((bytes.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((alphabet) => bytes.toString(alphabet).slice(first, last));
  });
}

const SHORT_NUMBER = /^\d{4,8}$/;
/** Not inside ids, times and figures. */
const NUMBERS = /(?<![\w.:+-])\d{4,8}(?![\w.:-])/g;

/** A short number counts only as a separate word. */
function occurs(form: string, text: string): boolean {
  if (!SHORT_NUMBER.test(form)) return text.includes(form);
  return Array.from(text.matchAll(NUMBERS), ([number]) => number).includes(form);
}
