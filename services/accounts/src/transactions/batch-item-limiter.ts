import type { KnownTransaction } from '../model/transaction.ts';

/** Maximum number of batch items on one page, or in one piece of a report: about 1.5 MB, of the 8 MB of a bus message. */
export const ITEMS_MAX = 2_000;

/** An entry of a page, with its content. */
export type ReadEntry = Pick<KnownTransaction, '_id' | 'entry'>;

/** Returns a function that reads entries, beyond the limit without their batch items: the details of each entry have them. */
export function createBatchItemLimiter(): (found: ReadEntry) => ReadEntry {
  let left = ITEMS_MAX;
  return ({ _id, entry }) => {
    const { entryDetails = [], ...withoutItems } = entry;
    left -= entryDetails.length;
    return { _id, entry: left >= 0 ? entry : withoutItems };
  };
}
