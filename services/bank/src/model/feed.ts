import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** How far the accounts service has acknowledged what it was told of one account. */
export const Feed = z.object({
  /** Id of the ledger account. */
  _id: z.string(),
  announced: z.boolean(),
  /** Newest entry that was acknowledged. */
  sequence: z.int(),
  /** Newest version of the balances that was acknowledged. */
  version: z.int(),
  /** Version of the standing orders that was acknowledged. */
  standingOrdersVersion: z.int().optional(),
});
export type Feed = z.infer<typeof Feed>;

export const FEEDS = storedCollection('feeds', Feed);
