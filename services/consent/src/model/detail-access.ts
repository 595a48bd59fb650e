import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/**
 * Accesses to the details of one transaction under one consent on one day, or in total under a one-off consent. Not stored in the
 * consent, which would grow with every transaction read.
 */
export const DetailAccess = z.object({
  /** Consent, day, account and transaction, joined by spaces. */
  _id: z.string(),
  times: z.int(),
  /** The latest access. Its request may be repeated after a lost response. */
  latest: z.object({ requestId: z.string(), at: z.date(), repeats: z.int() }),
  /** Moment from which it no longer limits anything. */
  forgetAt: z.date(),
});
export type DetailAccess = z.infer<typeof DetailAccess>;

export const DETAIL_ACCESSES = storedCollection('detailAccesses', DetailAccess, {
  indexes: [{ key: { forgetAt: 1 }, name: 'forgotten', expireAfterSeconds: 0 }],
});
