import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Data of one account that the accounts service has acknowledged. */
export const Feed = z.object({
  /** Id of the ledger account. */
  _id: z.string(),
  announced: z.boolean(),
  /** The newest acknowledged entry. */
  sequence: z.int(),
  /** The newest acknowledged version of the balances. */
  version: z.int(),
  /** The acknowledged version of the standing orders. */
  standingOrdersVersion: z.int().optional(),
});
export type Feed = z.infer<typeof Feed>;

export const FEEDS = storedCollection('feeds', Feed);
