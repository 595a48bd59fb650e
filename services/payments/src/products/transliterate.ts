import type { ProductRow } from '@xs2a/contracts';
import anyAscii from 'any-ascii';
import { CHARACTER_SETS } from './character-sets.ts';

/** Signs other than letters, and ß, according to the SEPA conversion table (EPC217-08). */
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

/** Scripts without spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORDS = new Intl.Segmenter('und', { granularity: 'word' });

/** Replaces characters without a counterpart (EPC217-08). */
const UNKNOWN = '.';

/** Letters, marks, figures, punctuation, signs, spaces. Excludes characters that are invisible, have no meaning or change the direction. */
const READABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u;

/**
 * Returns a text in the characters of a product: accents are dropped, other scripts are written in Latin letters. Permitted
 * characters are unchanged, so Croatian letters are kept if the product permits them. Undefined if the text has an unreadable
 * character.
 */
export function transliterate(text: string, letters: ProductRow['letters']): string | undefined {
  if (!READABLE.test(text)) return undefined;
  const { allowed } = CHARACTER_SETS[letters];
  const inSet = (sign: string): string => (allowed.test(sign) ? sign : (SIGNS[sign] ?? UNKNOWN));
  const convert = (character: string): string => {
    if (allowed.test(character) || SIGNS[character] !== undefined) return inSet(character);
    if (/\p{M}/u.test(character)) return '';
    const ascii = character === ALIF ? 'a' : anyAscii(character);
    // Letters without a sound of their own.
    if (ascii === '' && /\p{L}/u.test(character)) return '';
    const isNamed = ascii === '' || /^:.+:$/.test(ascii);
    return isNamed ? UNKNOWN : Array.from(ascii, inSet).join('');
  };
  return Array.from(withWordsApart(text.normalize('NFC')), convert)
    .join('')
    .trim();
}

/** Inserts spaces between adjacent words (UAX 29), which could not be told apart in Latin letters. */
function withWordsApart(text: string): string {
  if (!WITHOUT_SPACES.test(text)) return text;
  let wasWord = false;
  return Array.from(WORDS.segment(text), ({ segment, isWordLike = false }) => {
    const isSecond = wasWord && isWordLike;
    wasWord = isWordLike;
    return isSecond ? ` ${segment}` : segment;
  }).join('');
}
