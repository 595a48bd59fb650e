import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/**
 * The accesses to the details of one transaction under one consent on one day, or ever under a one-off consent. They are not
 * stored in the consent, which would grow with every transaction that is read.
 */
export const DetailAccess = z.object({
  /** Of consent, day, account and transaction. */
  _id: z.string(),
  times: z.int(),
  /** The latest access. Its request may come again, because its answer was lost. */
  latest: z.object({ requestId: z.string(), at: z.date(), repeats: z.int() }),
  /** After this moment it limits nothing any more. */
  forgetAt: z.date(),
});
export type DetailAccess = z.infer<typeof DetailAccess>;

export const DETAIL_ACCESSES = storedCollection('detailAccesses', DetailAccess, {
  indexes: [{ key: { forgetAt: 1 }, name: 'forgotten', expireAfterSeconds: 0 }],
});
