import type { ScaContext } from '../context.ts';
import { type Authorisation, hasEnded } from '../model/authorisation.ts';
import { endAuthorisation } from './end-authorisation.ts';

/** Fails an open authorisation that has timed out before a step is taken, without waiting for the job that does so. */
export async function failIfOverdue(
  context: Pick<ScaContext, 'authorisations' | 'outbox' | 'now'>,
  authorisation: Authorisation,
): Promise<Authorisation> {
  if (hasEnded(authorisation) || authorisation.openUntil > context.now()) return authorisation;
  const ended = await endAuthorisation(context, authorisation, 'failed', 'sca');
  if (ended !== null) return ended.authorisation;
  return (await context.authorisations.findOne({ _id: authorisation._id })) ?? authorisation;
}
