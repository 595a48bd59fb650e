import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import type { KnownAccount } from './account.ts';
import { List } from './transaction.ts';

/** The request that moved a list last, and how far the list had been reported before. It may come again: its answer was lost. */
const Before = z.object({ requestId: z.string(), at: z.date(), sequence: z.number().optional() });

/**
 * How far the reports of an account to one TPP for one PSU have come: of each list the highest sequence reported. An
 * aggregated account has a cursor for each of its sub-accounts, apart from the sub-accounts' own.
 */
export const DeltaCursor = z.object({
  _id: z.string(),
  booked: z.number().optional(),
  pending: z.number().optional(),
  before: z.partialRecord(List, Before).optional(),
});
export type DeltaCursor = z.infer<typeof DeltaCursor>;

export const DELTA_CURSORS = storedCollection('marks', DeltaCursor);

/** `source` is the bank's id of the account itself, or of a sub-account. */
export function deltaCursorId(
  tppId: string,
  { psuId, account }: { readonly psuId: string; readonly account: KnownAccount },
  source: string,
): string {
  return JSON.stringify([tppId, psuId, account.bankAccountId, source]);
}
