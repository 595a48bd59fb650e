/** A shorter word with another letter is another word: `Ana`, `Ena`. */
const LETTERS_MIN = 4;

/** Whether one typing error makes one word from the other: a letter wrong, missing, too many, or two neighbours swapped. */
export function isOneTypoApart(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length);
  if (shorter < LETTERS_MIN) return false;
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const [wrong, meant] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  if (wrong.length <= 1 && meant.length <= 1) return true;
  return wrong.length === 2 && meant === `${wrong[1]}${wrong[0]}`;
}
