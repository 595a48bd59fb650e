import type { Transaction } from '@xs2a/contracts';
import type { KnownTransaction } from '../model/transaction.ts';

/** The entry of a payment account as a TPP sees it. */
export function transactionView({ _id, entry }: Pick<KnownTransaction, '_id' | 'entry'>): Transaction {
  const { card: _, ...shown } = entry;
  return { transactionId: _id, ...shown };
}
