import { z } from 'zod';
import { storedCollection } from '../storage/stored-collection.ts';
import { canonicalHash } from './canonical-hash.ts';

/** The state of one document's history: the hash of its last entry covers all entries before it. */
export const HistoryHead = z.object({ collection: z.string(), id: z.string(), entries: z.int(), hash: z.string() });
export type HistoryHead = z.infer<typeof HistoryHead>;

/**
 * A link in the chain of checkpoints of a service. A history that was altered, or a document that was removed, no longer
 * fits the checkpoint that names it; a checkpoint that was altered or removed no longer fits the next. `_id` numbers them.
 */
export const HistoryCheckpoint = z.object({
  _id: z.int(),
  /** Changes until then are in this checkpoint or in one before it. */
  at: z.date(),
  previous: z.string(),
  heads: z.array(HistoryHead),
  hash: z.string(),
});
export type HistoryCheckpoint = z.infer<typeof HistoryCheckpoint>;

export const HISTORY_CHECKPOINTS = storedCollection('seals', HistoryCheckpoint, { indexes: [{ key: { at: 1 } }] });

/** The checkpoint with the hash of its content. */
export function checkpointOf(content: Omit<HistoryCheckpoint, 'hash'>): HistoryCheckpoint {
  return { ...content, hash: canonicalHash({ ...content, at: content.at.toISOString() }) };
}
