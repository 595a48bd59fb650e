/** In Croatian a word of one letter does not end a line: `u banci`, `i da`. */
const OF_ONE_LETTER = /(?<![^\s(»„\u00A0])([aikosu])\s(?=\S|$)/giu;
const CODE = /^<(\/?)(?:pre|code)\b/;

/** Keeps each preposition and conjunction of one letter with the word after it; tags, and what programs read, stay as they are. */
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
