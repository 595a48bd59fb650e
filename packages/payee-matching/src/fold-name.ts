import anyAscii from 'any-ascii';
import { LEGAL_FORMS } from './legal-forms.ts';

/** A name as it is compared: without case, punctuation and diacritics. */
export interface FoldedName {
  /** Words without titles and legal form, in order. */
  readonly words: readonly string[];
  /** Id of the legal form in {@link LEGAL_FORMS}, if the name has one. */
  readonly legalForm?: string;
}

/** Letters that the payer may write as two: `Đurđa` as `Djurdja`, `Müller` as `Mueller`. */
const AS_TWO_LETTERS: Readonly<Record<string, string>> = { đ: 'dj', ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Words that belong to no name. Compared after folding. */
const TITLES = new Set(
  'dr mr mrs ms prof doc mag sc ing dipl univ spec bacc oec iur med dent vet gdin gdja gda gosp herr frau sig sra'.split(
    ' ',
  ),
);
/** `vl. Marko Horvat` names the owner of a craft. */
const OWNER_WORDS = new Set(['vl', 'vlasnik', 'vlasnica']);
/** `Ana and Ivan`, `Ana & Ivan`: the Croatian word stands for all. */
const AND_WORDS = new Set(['and', 'und', 'et']);
export const AND = 'i';

/** Returns the forms of a name to compare: letters such as `đ` as one letter, and as two if that differs. */
export function foldName(name: string): FoldedName[] {
  const lowered = name.normalize('NFC').toLowerCase();
  const asTwo = lowered.replace(/[đäöüåø]/g, (letter) => AS_TWO_LETTERS[letter] ?? letter);
  return [...new Set([lowered, asTwo])].map(foldLetters);
}

function foldLetters(lowered: string): FoldedName {
  // An apostrophe joins (`O'Brien`), each other sign separates.
  const ascii = anyAscii(lowered.replace(/['’`´]/g, '').replace(/[&+]/g, ' i ')).toLowerCase();
  const { rest, legalForm } = takeLegalForm(ascii.split(/[^a-z0-9]+/).filter(Boolean));
  const named = rest.filter((word) => !TITLES.has(word) && !OWNER_WORDS.has(word));
  const words = (named.length > 0 ? named : rest).map((word) => (AND_WORDS.has(word) ? AND : word));
  return { words, ...(legalForm !== undefined && { legalForm }) };
}

/** Removes the legal form: whole words, so that `Jan Tomas` never becomes `Jan Tom`. */
function takeLegalForm(words: readonly string[]): { rest: readonly string[]; legalForm?: string } {
  for (const { id, words: form } of FORMS_LONGEST_FIRST) {
    const at = words.findIndex((_, index) => form.every((word, offset) => words[index + offset] === word));
    const rest = at < 0 ? [] : [...words.slice(0, at), ...words.slice(at + form.length)];
    if (rest.length > 0) return { rest, legalForm: id };
  }
  return { rest: words };
}

/** `d.o.o.` and `d o o` fold to three words, `doo` to one. */
const FORMS_LONGEST_FIRST = Object.entries(LEGAL_FORMS)
  .flatMap(([id, spellings]) => spellings.map((spelling) => ({ id, words: spelling.split(' ') })))
  .flatMap((form) =>
    form.words.every(({ length }) => length === 1) ? [form, { ...form, words: [form.words.join('')] }] : [form],
  )
  .toSorted((left, right) => right.words.length - left.words.length);
