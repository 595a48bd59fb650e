import type { declineAuthorisation as operation, RequestOf } from '@xs2a/contracts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, hasEnded } from '../model/authorisation.ts';
import { findDeclinedByLink, takeByLink } from './find-by-link.ts';
import { findBySession } from './find-by-session.ts';
import { renewSession, type StepReply, toStepReply } from './step-reply.ts';

/** Declines an authorisation: it fails and its parent is rejected. An authorisation that has ended is unchanged. */
export async function declineAuthorisation(
  context: ScaContext,
  request: RequestOf<typeof operation>,
): Promise<StepReply> {
  const authorisation =
    'session' in request
      ? await findBySession(context, request)
      : await takeToDecline(context, request.redirectReference);
  // While `unconfirmed`, the PSU has already approved, and only the TPP's confirmation is missing.
  if (hasEnded(authorisation) || authorisation.scaStatus === 'unconfirmed') return renewSession(context, authorisation);
  const ended = await endAuthorisation(context, authorisation, 'failed', 'psu');
  return ended === null ? renewSession(context, authorisation) : toStepReply(context, ended);
}

/** A form submitted again before any sign-in finds the authorisation that it has declined. */
async function takeToDecline(context: ScaContext, redirectReference: string): Promise<Authorisation> {
  return (await findDeclinedByLink(context, redirectReference)) ?? takeByLink(context, redirectReference);
}
