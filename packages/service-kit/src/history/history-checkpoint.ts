import { z } from 'zod';
import { storedCollection } from '../storage/stored-collection.ts';
import { canonicalHash } from './canonical-hash.ts';

/** State of one document's history. The hash of its last entry covers all entries before it. */
export const HistoryHead = z.object({
  collection: z.string(),
  id: z.string(),
  entries: z.int(),
  hash: z.string(),
  /** Its document was then deleted, because its term had passed. */
  deleted: z.literal(true).optional(),
});
export type HistoryHead = z.infer<typeof HistoryHead>;

/**
 * A link in the checkpoint chain of a service. An altered history or a removed document no longer matches its checkpoint; an
 * altered or removed checkpoint no longer matches the next. `_id` is a sequence number.
 */
export const HistoryCheckpoint = z.object({
  _id: z.int(),
  /** Changes up to this time are in this checkpoint or in an earlier one. */
  at: z.date(),
  previous: z.string(),
  heads: z.array(HistoryHead),
  hash: z.string(),
});
export type HistoryCheckpoint = z.infer<typeof HistoryCheckpoint>;

export const HISTORY_CHECKPOINTS = storedCollection('seals', HistoryCheckpoint, { indexes: [{ key: { at: 1 } }] });

/** Creates a checkpoint with the hash of its content. */
export function checkpointOf(content: Omit<HistoryCheckpoint, 'hash'>): HistoryCheckpoint {
  return { ...content, hash: canonicalHash({ ...content, at: content.at.toISOString() }) };
}
