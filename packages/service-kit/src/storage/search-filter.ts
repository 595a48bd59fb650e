import type { SearchWord } from '@xs2a/contracts';
import type { Filter } from 'mongodb';

const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/**
 * Finds documents that have each word in one of the fields of text, in capitals or not, or one of its accounts in one of the
 * fields of accounts. A word is text: a pattern that somebody enters is none.
 */
export function searchFilter<T>(
  words: readonly SearchWord[],
  { texts, accounts }: { readonly texts: readonly string[]; readonly accounts: readonly string[] },
): Filter<T> {
  if (words.length === 0) return {};
  const filter = {
    $and: words.map((word) => {
      const text = { $regex: word.text.replaceAll(SPECIAL, String.raw`\$&`), $options: 'i' };
      return {
        $or: [
          ...[...texts, ...accounts].map((field) => ({ [field]: text })),
          ...accounts.map((field) => ({ [field]: { $in: word.accounts } })),
        ],
      };
    }),
  };
  return filter as unknown as Filter<T>;
}
