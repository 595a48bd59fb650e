import type { declineAuthorisation as operation, RequestOf } from '@xs2a/contracts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, hasEnded } from '../model/authorisation.ts';
import { findDeclinedByLink, takeByLink } from './find-by-link.ts';
import { findBySession } from './find-by-session.ts';
import { renewSession, type StepReply, toStepReply } from './step-reply.ts';

/** The PSU declines: the authorisation fails and its parent is rejected. An authorisation that has ended is unchanged. */
export async function declineAuthorisation(
  context: ScaContext,
  request: RequestOf<typeof operation>,
): Promise<StepReply> {
  const authorisation =
    'session' in request
      ? await findBySession(context, request)
      : await takeToDecline(context, request.redirectReference);
  // After `unconfirmed` the PSU has approved, and the TPP confirms or not.
  if (hasEnded(authorisation) || authorisation.scaStatus === 'unconfirmed') return renewSession(context, authorisation);
  const ended = await endAuthorisation(context, authorisation, 'failed', 'psu');
  return ended === null ? renewSession(context, authorisation) : toStepReply(context, ended);
}

/** A form that is pressed again, where nobody has signed in, finds that it has declined. */
async function takeToDecline(context: ScaContext, redirectReference: string): Promise<Authorisation> {
  return (await findDeclinedByLink(context, redirectReference)) ?? takeByLink(context, redirectReference);
}
