import type { ProductRow } from '@xs2a/contracts';
import anyAscii from 'any-ascii';
import { CHARACTER_SETS } from './character-sets.ts';

/** Signs that are no letters, and ß, as the SEPA conversion table has them (EPC217-08). */
const SIGNS: Readonly<Record<string, string>> = {
  '&': '+',
  _: '-',
  '~': '-',
  '[': '(',
  '{': '(',
  ']': ')',
  '}': ')',
  '\\': '/',
  '|': '/',
  ';': ',',
  '`': "'",
  '"': "'",
  '€': 'E',
  ß: 's',
};
/** A vowel sign that any-ascii leaves out. */
const ALIF = 'ا';

/** Scripts that put no space between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORDS = new Intl.Segmenter('und', { granularity: 'word' });

/** Stands for what has no counterpart (EPC217-08). */
const UNKNOWN = '.';

/** Letters, marks, figures, punctuation, signs, spaces. What is invisible, has no meaning or turns the direction is none. */
const READABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u;

/**
 * A text in the characters of a product: letters with marks lose them, other scripts are written in Latin letters. What is
 * in the set stays as it is, so that Croatian letters stay where the product has them. Undefined where the text has a
 * character that nobody could read.
 */
export function transliterate(text: string, letters: ProductRow['letters']): string | undefined {
  if (!READABLE.test(text)) return undefined;
  const { allowed } = CHARACTER_SETS[letters];
  const inSet = (sign: string): string => (allowed.test(sign) ? sign : (SIGNS[sign] ?? UNKNOWN));
  const convert = (character: string): string => {
    if (allowed.test(character) || SIGNS[character] !== undefined) return inSet(character);
    if (/\p{M}/u.test(character)) return '';
    const ascii = character === ALIF ? 'a' : anyAscii(character);
    // Letters that have no sound of their own.
    if (ascii === '' && /\p{L}/u.test(character)) return '';
    const isNamed = ascii === '' || /^:.+:$/.test(ascii);
    return isNamed ? UNKNOWN : Array.from(ascii, inSet).join('');
  };
  return Array.from(withWordsApart(text.normalize('NFC')), convert)
    .join('')
    .trim();
}

/** With a space between words that touch one another (UAX 29): in Latin letters nobody could tell them apart. */
function withWordsApart(text: string): string {
  if (!WITHOUT_SPACES.test(text)) return text;
  let wasWord = false;
  return Array.from(WORDS.segment(text), ({ segment, isWordLike = false }) => {
    const isSecond = wasWord && isWordLike;
    wasWord = isWordLike;
    return isSecond ? ` ${segment}` : segment;
  }).join('');
}
