/** A Croatian word of one letter must not end a line: `u banci`, `i da`. */
const OF_ONE_LETTER = /(?<![^\s(»„\u00A0])([aikosu])\s(?=\S|$)/giu;
const CODE = /^<(\/?)(?:pre|code)\b/;

/** Keeps each one-letter preposition and conjunction with the following word; tags and code are unchanged. */
export function keepWithNext(html: string): string {
  let isCode = false;
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      const [tag, closes] = CODE.exec(part) ?? [];
      if (tag !== undefined) isCode = closes === '';
      return isCode || part.startsWith('<') ? part : part.replaceAll(OF_ONE_LETTER, '$1\u00A0');
    })
    .join('');
}
