import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import type { KnownAccount } from './account.ts';
import { List } from './transaction.ts';

/** The last request that moved a list, and its previous position, in case the response was lost and the request is repeated. */
const Before = z.object({ requestId: z.string(), at: z.date(), sequence: z.number().optional() });

/**
 * Progress of the delta reports of an account to one TPP for one PSU: the highest reported sequence of each list. An aggregated
 * account has a cursor for each of its sub-accounts, separate from the cursors of the sub-accounts themselves.
 */
export const DeltaCursor = z.object({
  _id: z.string(),
  booked: z.number().optional(),
  pending: z.number().optional(),
  before: z.partialRecord(List, Before).optional(),
});
export type DeltaCursor = z.infer<typeof DeltaCursor>;

export const DELTA_CURSORS = storedCollection('marks', DeltaCursor);

/** Returns the id of a cursor. `source` is the bank's id of the account itself, or of a sub-account. */
export function deltaCursorId(
  tppId: string,
  { psuId, account }: { readonly psuId: string; readonly account: KnownAccount },
  source: string,
): string {
  return JSON.stringify([tppId, psuId, account.bankAccountId, source]);
}
