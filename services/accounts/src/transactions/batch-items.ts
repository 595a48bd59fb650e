import type { KnownTransaction } from '../model/transaction.ts';

/** Items of batches on one page, or in one piece of a report: some 1.5 MB, of the 8 MB of a message of the bus. */
export const ITEMS_MAX = 2_000;

/** An entry of a page, with its content. */
export type ReadEntry = Pick<KnownTransaction, '_id' | 'entry'>;

/** Reads entries, those beyond the limit without the items of their batches: the details of each entry have them. */
export function boundItems(): (found: ReadEntry) => ReadEntry {
  let left = ITEMS_MAX;
  return ({ _id, entry }) => {
    const { entryDetails = [], ...withoutItems } = entry;
    left -= entryDetails.length;
    return { _id, entry: left >= 0 ? entry : withoutItems };
  };
}
