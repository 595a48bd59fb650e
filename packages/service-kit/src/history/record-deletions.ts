import type { Log } from '../observability/log.ts';
import type { Database } from '../storage/database.ts';
import { retryOnConflict } from '../storage/retry-on-conflict.ts';
import { checkpointOf, HISTORY_CHECKPOINTS, type HistoryCheckpoint, type HistoryHead } from './history-checkpoint.ts';
import { HEADS_MAX, storeCheckpoint } from './write-checkpoints.ts';

/**
 * Writes checkpoints of histories that are about to be deleted because their term has passed: verification then misses none of
 * them. Any other deletion leaves no such checkpoint.
 */
export async function recordDeletions(
  context: { readonly database: Database; readonly log: Log },
  heads: readonly HistoryHead[],
): Promise<void> {
  const checkpoints = context.database.db.collection<HistoryCheckpoint>(HISTORY_CHECKPOINTS.name);
  for (let at = 0; at < heads.length; at += HEADS_MAX) {
    await retryOnConflict(async () => {
      const last = await checkpoints.findOne({}, { sort: { _id: -1 } });
      const checkpoint = checkpointOf({
        _id: (last?._id ?? 0) + 1,
        // It covers no other changes than the one before.
        at: last?.at ?? new Date(0),
        previous: last?.hash ?? '',
        heads: heads.slice(at, at + HEADS_MAX),
      });
      return (await storeCheckpoint(context, checkpoint)) ? true : null;
    });
  }
}
