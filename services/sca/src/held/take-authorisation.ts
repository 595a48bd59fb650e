import type { takeAuthorisation as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { takeHeld } from './held-authorisation.ts';

/** Stores an authorisation that its owner held until now. May be repeated. */
export async function takeAuthorisation(
  context: ScaContext,
  { parent, authorisationId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return { taken: (await takeHeld(context, parent, { authorisationId })) !== null };
}
