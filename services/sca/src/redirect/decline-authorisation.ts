import type { declineAuthorisation as operation, RequestOf } from '@xs2a/contracts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaRoom } from '../context.ts';
import { findByLink, findBySession, hasEnded } from './find-by-link.ts';
import { type Stepped, stayed, stepped } from './step-reply.ts';

/** The PSU says no: the authorisation fails and its parent is rejected. What has ended stays as it ended. */
export async function declineAuthorisation(room: ScaRoom, request: RequestOf<typeof operation>): Promise<Stepped> {
  const authorisation =
    'session' in request
      ? await findBySession(room, request.session)
      : await findByLink(room, request.redirectReference);
  // Approved is approved: what is left is the TPP's confirmation.
  if (hasEnded(authorisation) || authorisation.scaStatus === 'unconfirmed') return stayed(room, authorisation);
  const ended = await endAuthorisation(room, authorisation, 'failed', 'psu');
  return ended === null ? stayed(room, authorisation) : stepped(room, ended.authorisation, ended.session);
}
