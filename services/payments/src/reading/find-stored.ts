import type { findStoredPayments as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';

/** Returns those of the given ids that are stored, of payments and baskets. */
export async function findStored(
  { payments, baskets }: Pick<PaymentsContext, 'payments' | 'baskets'>,
  { ids }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const filter = { _id: { $in: ids } };
  const found = await Promise.all([
    payments.find(filter, { projection: { _id: 1 } }).toArray(),
    baskets.find(filter, { projection: { _id: 1 } }).toArray(),
  ]);
  return { ids: found.flat().map(({ _id }) => _id) };
}
