import {
  isDeveloperTpp,
  type readAuthorisationTrail as operation,
  type ReplyOf,
  type RequestOf,
} from '@xs2a/contracts';
import { messagesOf, trailOf } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';

const AUTHORISATIONS_MAX = 20;

/** Returns the history of the authorisations of a resource, for the developer of its TPP (decision 83). */
export async function readTrail(
  { authorisations }: Pick<ScaContext, 'authorisations'>,
  { tppId, id }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (!isDeveloperTpp(tppId)) return { events: [] };
  const found = await authorisations.find({ 'parent.id': id, tppId }).limit(AUTHORISATIONS_MAX).toArray();
  return { events: found.flatMap((one) => [...trailOf(one), ...messagesOf(one)]) };
}
