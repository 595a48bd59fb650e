import { TPP_BLOCK_STATUS_MACHINE, TppBlockStatus } from '@xs2a/contracts';
import { History, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/**
 * A TPP, or one of its certificates, that the bank has blocked at least once. The history records the operator, time and reason
 * of each decision.
 */
export const BlockedTpp = z.object({
  _id: z.string(),
  status: TppBlockStatus,
  /** End of the block; null if it lasts until the bank lifts it. */
  until: z.date().nullable(),
  history: History,
});
export type BlockedTpp = z.infer<typeof BlockedTpp>;

export const BLOCKED_TPPS = storedCollection('stoppedTpps', BlockedTpp, {
  status: { field: 'status', machine: TPP_BLOCK_STATUS_MACHINE },
  indexes: [{ key: { status: 1 } }],
  hasCheckpoints: true,
});
