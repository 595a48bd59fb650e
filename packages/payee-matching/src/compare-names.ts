import { AND, type FoldedName, foldName } from './fold-name.ts';
import { isOneTypoApart } from './one-typo-apart.ts';
import { isPetName } from './pet-names.ts';

/** `organisation`: a company, craft, association or authority. */
export type HolderKind = 'person' | 'organisation';

/** How near two names are: the code, and the letters of the words that are equal, to find the nearest of several holders. */
export interface Nearness {
  /** `MTCH` match, `CMTC` close match, `NMTC` no match (EPC Verification Of Payee scheme rulebook). */
  readonly code: 'MTCH' | 'CMTC' | 'NMTC';
  readonly equalLetters: number;
  /** Title of the rule that decided, if the names are near. */
  readonly rule?: string;
}

/** Words of two folded names: those that both have, and those that only one has. */
interface Compared {
  readonly kind: HolderKind;
  readonly asked: FoldedName;
  readonly held: FoldedName;
  readonly equal: readonly string[];
  readonly onlyAsked: readonly string[];
  readonly onlyHeld: readonly string[];
}

/** Words with a typing error that a name may have. */
const TYPOS_MAX: Readonly<Record<HolderKind, number>> = { person: 1, organisation: 2 };
/** Part of the letters of a company's name that must be equal if words are missing. */
const EQUAL_PART_MIN = 0.7;
/** An abbreviation of fewer letters says too little. */
const ABBREVIATION_MIN = 3;

interface Rule {
  readonly code: 'MTCH' | 'CMTC';
  readonly title: string;
  readonly for: readonly HolderKind[];
  readonly holds: (compared: Compared) => boolean;
}

const BOTH: readonly HolderKind[] = ['person', 'organisation'];

/** The first rule that holds decides; without one, the names do not match. */
export const NAME_RULES: readonly Rule[] = [
  {
    code: 'MTCH',
    title: 'same words in any order, same legal form',
    for: BOTH,
    holds: (it) => hasSameWords(it) && hasSameForm(it),
  },
  { code: 'CMTC', title: 'same words, legal form missing or another', for: ['organisation'], holds: hasSameWords },
  {
    code: 'CMTC',
    title: 'same words, asked as a craft',
    for: ['person'],
    holds: (it) => hasSameWords(it) && it.asked.legalForm === 'obrt',
  },
  {
    code: 'CMTC',
    title: 'a name more or less, two or more equal',
    for: ['person'],
    holds: (it) => hasSameForm(it) && isPartOfName(it),
  },
  { code: 'CMTC', title: 'surname only', for: ['person'], holds: (it) => hasSameForm(it) && isSurnameOnly(it) },
  {
    code: 'CMTC',
    title: 'initials or everyday forms of given names, or one typing error',
    for: ['person'],
    holds: (it) => hasSameForm(it) && isNearPerson(it),
  },
  {
    code: 'CMTC',
    title: 'words missing, seven tenths of the letters equal',
    for: ['organisation'],
    holds: (it) => mayHaveSameForm(it) && isLargePart(it),
  },
  {
    code: 'CMTC',
    title: 'abbreviation',
    for: ['organisation'],
    holds: (it) => mayHaveSameForm(it) && isAbbreviation(it),
  },
  {
    code: 'CMTC',
    title: 'up to two words with a typing error',
    for: ['organisation'],
    holds: (it) => mayHaveSameForm(it) && hasFewTypos(it),
  },
];

/** Compares the name of an order with one name of a holder. */
export function compareNames(asked: string, held: string, kind: HolderKind): Nearness {
  let nearest: Nearness = { code: 'NMTC', equalLetters: 0 };
  for (const foldedAsked of foldName(asked)) {
    for (const foldedHeld of foldName(held)) {
      nearest = nearerOf(nearest, compareFolded(foldedAsked, foldedHeld, kind));
    }
  }
  return nearest;
}

const ORDER = ['MTCH', 'CMTC', 'NMTC'];

/** Returns the better result; of two close ones that with more equal letters, of two alike the first. */
export function nearerOf<N extends Nearness>(one: N, other: N): N {
  const better = ORDER.indexOf(one.code) - ORDER.indexOf(other.code) || other.equalLetters - one.equalLetters;
  return better <= 0 ? one : other;
}

function compareFolded(asked: FoldedName, held: FoldedName, kind: HolderKind): Nearness {
  const onlyHeld = [...held.words];
  const equal: string[] = [];
  const onlyAsked = asked.words.filter((word) => {
    const at = onlyHeld.indexOf(word);
    if (at < 0) return true;
    onlyHeld.splice(at, 1);
    equal.push(word);
    return false;
  });
  const compared = { kind, asked, held, equal, onlyAsked, onlyHeld };
  const rule = NAME_RULES.find((each) => each.for.includes(kind) && each.holds(compared));
  const equalLetters = lettersOf(equal);
  return rule === undefined ? { code: 'NMTC', equalLetters } : { code: rule.code, equalLetters, rule: rule.title };
}

function hasSameWords({ asked, held, onlyAsked, onlyHeld }: Compared): boolean {
  if (asked.words.length === 0) return false;
  return onlyAsked.length + onlyHeld.length === 0 || asked.words.join('') === held.words.join('');
}

function hasSameForm({ asked, held }: Compared): boolean {
  return asked.legalForm === held.legalForm;
}

function mayHaveSameForm({ asked, held }: Compared): boolean {
  return asked.legalForm === undefined || held.legalForm === undefined || asked.legalForm === held.legalForm;
}

function isPartOfName({ equal, onlyAsked, onlyHeld }: Compared): boolean {
  return equal.length >= 2 && (onlyAsked.length === 0 || onlyHeld.length === 0);
}

/** Given names come first, as registers write them. */
function surnameOf({ held }: Compared): string | undefined {
  return held.words.at(-1);
}

function isSurnameOnly(compared: Compared): boolean {
  const { asked } = compared;
  return asked.words.length === 1 && asked.words[0] === surnameOf(compared);
}

function isNearPerson(compared: Compared): boolean {
  const { equal, onlyAsked, onlyHeld } = compared;
  const surname = surnameOf(compared);
  // `A. Horvat` may leave out a second name, a longer order than the holder's name may not add one.
  if (equal.length === 0 || onlyAsked.length === 0 || onlyAsked.length > onlyHeld.length) return false;
  let typos = 0;
  const areNear = onlyAsked.every((word, index) => {
    const meant = onlyHeld[index] ?? '';
    if (meant !== surname && (isInitial(word, meant) || isPetName(word, meant))) return true;
    typos += 1;
    return isOneTypoApart(word, meant);
  });
  return areNear && typos <= TYPOS_MAX.person && (typos === 0 || onlyAsked.length === onlyHeld.length);
}

function isInitial(left: string, right: string): boolean {
  return (left.length === 1 || right.length === 1) && left[0] === right[0];
}

function isLargePart({ asked, held, equal, onlyAsked, onlyHeld }: Compared): boolean {
  if (onlyAsked.length > 0 && onlyHeld.length > 0) return false;
  const longest = Math.max(lettersOf(asked.words), lettersOf(held.words));
  return lettersOf(equal) / longest >= EQUAL_PART_MIN;
}

function isAbbreviation({ asked, held }: Compared): boolean {
  const [short, long] = asked.words.length === 1 ? [asked.words, held.words] : [held.words, asked.words];
  const [abbreviation = ''] = short;
  if (short.length !== 1 || abbreviation.length < ABBREVIATION_MIN) return false;
  return [long, long.filter((word) => word !== AND)].some(
    (words) => words.map((word) => word[0]).join('') === abbreviation,
  );
}

function hasFewTypos({ kind, equal, onlyAsked, onlyHeld }: Compared): boolean {
  if (onlyAsked.length !== onlyHeld.length || onlyAsked.length > TYPOS_MAX[kind]) return false;
  // Two wrong words of two are another name.
  if (equal.length === 0 && onlyAsked.length > 1) return false;
  return onlyAsked.every((word, index) => isOneTypoApart(word, onlyHeld[index] ?? ''));
}

function lettersOf(words: readonly string[]): number {
  return words.join('').length;
}
