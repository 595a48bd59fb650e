/** Longer words are not typing errors, and comparing them takes time. */
const CHARACTERS_MAX = 40;

/** Returns the known word that a misspelt one probably means; undefined if none is similar. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > CHARACTERS_MAX) return undefined;
  const plain = normalise(word);
  const comparable = known.filter((candidate) => candidate.length <= CHARACTERS_MAX);
  const words = wordsOf(word);
  const turned = comparable.find((candidate) => wordsOf(candidate) === words);
  if (turned !== undefined) return turned;
  const found = comparable.map((candidate) => ({ candidate, distance: lettersBetween(plain, normalise(candidate)) }));
  const [nearest] = found.toSorted((one, other) => one.distance - other.distance);
  const isNear = nearest !== undefined && nearest.distance <= Math.max(1, Math.floor(word.length / 4));
  return isNear ? nearest.candidate : undefined;
}

/** Removes case, hyphens and underscores, in which most misspellings differ. */
function normalise(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Sorts the words of a name, so that `fromDate` equals `dateFrom`. */
function wordsOf(word: string): string {
  const words = word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
  return words.split(/[-_ ]/).toSorted().join('-');
}

/** Number of letters to add, remove or replace (Levenshtein distance). */
export function lettersBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, candidate] of [...other].entries()) {
      const replaced = (above[column] ?? 0) + (letter === candidate ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
