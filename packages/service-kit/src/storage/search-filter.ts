import type { SearchWord } from '@xs2a/contracts';
import type { Filter } from 'mongodb';

const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/**
 * Filter for documents that contain each word in one of the text fields, ignoring case, or an account number in one of the
 * account fields. Words are literal text, not patterns.
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
