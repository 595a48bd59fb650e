import type { takeAuthorisation as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { takeHeld } from './held-authorisation.ts';

/** The owner of an untouched authorisation has it stored here. May be repeated. */
export async function takeAuthorisation(
  context: ScaContext,
  { parent, authorisationId }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  return { taken: (await takeHeld(context, parent, { authorisationId })) !== null };
}
