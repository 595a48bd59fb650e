import type { declineAuthorisation as operation, RequestOf } from '@xs2a/contracts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, hasEnded } from '../model/authorisation.ts';
import { claimByLink, findDeclinedByLink } from './find-by-link.ts';
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
      : await findForDecline(context, request.redirectReference);
  // While `unconfirmed`, the PSU has already approved, and only the TPP's confirmation is missing.
  if (hasEnded(authorisation) || authorisation.scaStatus === 'unconfirmed') return renewSession(context, authorisation);
  const ended = await endAuthorisation(context, authorisation, 'failed', 'psu');
  return ended === null ? renewSession(context, authorisation) : toStepReply(context, ended);
}

/** Finds the authorisation to decline without a session. A repeated form finds the one that it has already declined. */
async function findForDecline(context: ScaContext, redirectReference: string): Promise<Authorisation> {
  return (await findDeclinedByLink(context, redirectReference)) ?? claimByLink(context, redirectReference);
}
