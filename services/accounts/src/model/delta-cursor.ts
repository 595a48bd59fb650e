import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import type { ConsentedAccount } from '../access/find-consented-account.ts';

/**
 * How far the reports of an account to one TPP for one PSU have come: the newest sequence that was given, by list. An
 * aggregated account has a mark for each of its sub-accounts, apart from their own.
 */
export const Mark = z.object({ _id: z.string(), booked: z.number().optional(), pending: z.number().optional() });
export type Mark = z.infer<typeof Mark>;

export const MARKS = storedCollection('marks', Mark);

export function markId(
  tppId: string,
  { psuId, account }: Pick<ConsentedAccount, 'psuId' | 'account'>,
  source: string,
): string {
  return JSON.stringify([tppId, psuId, account.bankAccountId, source]);
}
