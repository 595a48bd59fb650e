import {
  isHeldAuthorisation,
  type knownAuthorisations as operation,
  type ReplyOf,
  type RequestOf,
} from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';

/** Returns those of the given authorisations that exist, here or with their parent, in the order of the request. */
export async function knownAuthorisations(
  { authorisations }: Pick<ScaContext, 'authorisations'>,
  { authorisationIds }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const found = await authorisations
    .find({ _id: { $in: authorisationIds } }, { projection: { _id: 1 } })
    .map(({ _id }) => _id)
    .toArray();
  return { authorisationIds: authorisationIds.filter((id) => found.includes(id) || isHeldAuthorisation(id)) };
}
