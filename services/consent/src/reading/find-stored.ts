import type { findStoredConsents as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ConsentContext } from '../context.ts';

/** Returns those of the given ids that are stored, of consents of both kinds. */
export async function findStored(
  { consents, fundsConsents }: Pick<ConsentContext, 'consents' | 'fundsConsents'>,
  { ids }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const filter = { _id: { $in: ids } };
  const found = await Promise.all([
    consents.find(filter, { projection: { _id: 1 } }).toArray(),
    fundsConsents.find(filter, { projection: { _id: 1 } }).toArray(),
  ]);
  return { ids: found.flat().map(({ _id }) => _id) };
}
