import type { FoundTransaction } from './transaction-page.ts';

/** Items of batches on one page, or in one piece of a report: some 1.5 MB, of the 8 MB of a message of the bus. */
const ITEMS_MAX = 2_000;

/** The entries, those beyond the limit without the items of their batches: the details of each entry have them. */
export function withBoundedItems(entries: readonly FoundTransaction[]): FoundTransaction[] {
  let left = ITEMS_MAX;
  return entries.map((found) => {
    const { entryDetails = [], ...entry } = found.entry;
    left -= entryDetails.length;
    return left >= 0 ? found : { ...found, entry };
  });
}
