/** Maximum length: a phone shows a few lines, a page one. Longer names are cut. */
const CHARACTERS_MAX = 70;
/** Minimum length of a name that is searched for inside others: shorter ones occur in many names and are compared as a whole. */
const CONTAINED_MIN = 5;

/** Controls, formats (direction, zero width), surrogates, private use, unassigned; line and paragraph separators. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\u2800]/gu;
const SPACES = /\s+/gu;
const MARKS = /\p{M}/gu;
const TOO_MANY_MARKS = /(\p{M}{2})\p{M}+/gu;
const READABLE = /[\p{L}\p{N}]/u;
const NOT_COMPARED = /[^\p{L}\p{N}]/gu;

/** Look-alike letters with the letter they resemble (Unicode TS 39, confusables: European scripts). */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑ@4',
    b: 'ьвβƅ8',
    c: 'сϲᴄ',
    d: 'ԁɗđð',
    e: 'еєεёɛ3',
    f: 'ƒ',
    g: 'ɡց9',
    h: 'һнհ',
    i: 'іιıɪl1|!їլӏɩǀјj',
    k: 'кκĸ',
    m: 'мʍ',
    n: 'пηոɴ',
    o: 'оοσօ0øө',
    p: 'рρþ',
    q: 'ԛզ',
    r: 'гɾʀ',
    s: 'ѕꜱ5$',
    t: 'тτ7ŧ',
    u: 'υսʋμц',
    v: 'ѵνʏ',
    w: 'ԝωѡшщ',
    x: 'хχ×',
    y: 'уγүч',
    z: 'ᴢ2',
  }).flatMap(([letter, alike]) => [...alike].map((each) => [each, letter] as const)),
);

/** Legal forms of companies, which a name may include or not. */
const LEGAL_FORMS = new Set([
  'dd',
  'doo',
  'jdoo',
  'ad',
  'ag',
  'sa',
  'se',
  'spa',
  'plc',
  'ltd',
  'nv',
  'gmbh',
  'inc',
  'llc',
]);

/**
 * Returns the name of a TPP as shown to PSUs: one line of limited length without invisible and direction characters. If the name
 * equals, contains or resembles that of the bank, the authorisation number is shown instead.
 */
export function shownTppName(name: string, tppId: string, bankName: string): string {
  const shown = oneLine(name);
  return READABLE.test(shown) && !looksLike(shown, bankName) ? shown : oneLine(tppId);
}

function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .normalize('NFKC')
    .replace(SPACES, ' ')
    .replace(INVISIBLE, '')
    .replace(TOO_MANY_MARKS, '$1')
    .trim();
  const characters = [...line];
  return characters.length <= CHARACTERS_MAX ? line : `${characters.slice(0, CHARACTERS_MAX - 1).join('')}…`;
}

function looksLike(name: string, bankName: string): boolean {
  const [own, bank] = [skeletonOf(name), skeletonOf(bankName)];
  if (bank === '') return false;
  if (bank.length >= CONTAINED_MIN && own.includes(bank)) return true;
  return own === bank || (bank.length > CONTAINED_MIN && isOneEditAway(own, bank));
}

/** Reduces a name to its visual core: without accents, spaces, symbols and legal form, with look-alike letters unified. */
function skeletonOf(name: string): string {
  const words = name.normalize('NFKD').replace(MARKS, '').toLowerCase().split(/\s/u);
  return words
    .filter((word) => !LEGAL_FORMS.has(word.replace(NOT_COMPARED, '')))
    .map(([...letters]) => letters.map((letter) => LOOKS_LIKE.get(letter) ?? letter).join(''))
    .join('')
    .replace(NOT_COMPARED, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('ci', 'd');
}

/** Whether the names differ by one letter added, removed or replaced, or by two neighbours swapped. */
function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)];
  const isExchanged =
    restOfOne.slice(2) === restOfOther.slice(2) && restOfOne[0] === restOfOther[1] && restOfOne[1] === restOfOther[0];
  return (
    isExchanged ||
    restOfOne.slice(1) === restOfOther.slice(1) ||
    restOfOne.slice(1) === restOfOther ||
    restOfOne === restOfOther.slice(1)
  );
}
