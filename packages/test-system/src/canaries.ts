/** What nobody but its owner may read again, by what it is; and every place where it might have been left. */
export class Canaries {
  readonly #known = new Map<string, Set<string>>();

  /** Notes a value, and gives it back. */
  note(what: string, ...values: readonly string[]): string {
    const known = this.#known.get(what) ?? new Set<string>();
    for (const value of values) if (value !== '') known.add(value);
    this.#known.set(what, known);
    return values[0] ?? '';
  }

  get kinds(): string[] {
    return [...this.#known.keys()];
  }

  /** What of all that stands in a text, in whatever form; `except` names kinds that belong there. */
  foundIn(text: string, except: readonly string[] = []): string[] {
    return [...this.#known]
      .filter(([what]) => !except.includes(what))
      .flatMap(([what, values]) => Array.from(values, (value) => ({ what, value })))
      .filter(({ value }) => formsOf(value).some((form) => stands(form, text)))
      .map(({ what }) => what);
  }
}

/** As it is, in base64 of either alphabet at each of three places, URL-encoded, and as JSON escapes it. */
function formsOf(value: string): string[] {
  const escaped = JSON.stringify(value).slice(1, -1);
  const asAscii = escaped.replaceAll(/[\u0080-\uffff]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  const forms = [value, escaped, asAscii, encodeURIComponent(value), Buffer.from(value, 'latin1').toString()];
  // A few letters of base64 would stand anywhere by chance.
  if (Buffer.byteLength(value) >= 8) forms.push(...base64FormsOf(value));
  return [...new Set(forms)];
}

/** What base64 makes of a value wherever it begins among groups of three bytes, without the letters at its ends. */
function base64FormsOf(value: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const first = before === 0 ? 0 : before + 1;
    const last = Math.floor((bytes.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((alphabet) => bytes.toString(alphabet).slice(first, last));
  });
}

const SHORT_NUMBER = /^\d{4,8}$/;

/** A short number stands alone, not inside ids, times and figures. */
function stands(form: string, text: string): boolean {
  if (!SHORT_NUMBER.test(form)) return text.includes(form);
  return new RegExp(`(?<![\\w.:+-])${form}(?![\\w.:-])`).test(text);
}
