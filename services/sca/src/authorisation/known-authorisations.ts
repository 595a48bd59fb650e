import type { knownAuthorisations as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';

/** Of some ids those that there are, in their order. */
export async function knownAuthorisations(
  { authorisations }: Pick<ScaRoom, 'authorisations'>,
  { authorisationIds }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const found = await authorisations
    .find({ _id: { $in: authorisationIds } }, { projection: { _id: 1 } })
    .map(({ _id }) => _id)
    .toArray();
  return { authorisationIds: authorisationIds.filter((id) => found.includes(id)) };
}
