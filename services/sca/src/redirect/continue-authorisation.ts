import type { continueAuthorisation as operation, RequestOf } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { renewedSession } from '../session/session-token.ts';
import { findByLink } from './find-by-link.ts';
import { signInViewOf } from './page-view.ts';
import { type Stepped, stepped } from './step-reply.ts';

/** Whether the link still leads on without a password: the first factor was shown through the TPP, and no browser came yet. */
export function mayContinue({ continuesOnPage, session }: Authorisation): boolean {
  return continuesOnPage === true && session === undefined;
}

/**
 * The PSU comes from its TPP, which has had its first factor, to answer what only a page of the bank can ask. The link,
 * which only this TPP was told, opens one session so; whoever comes with it later signs in.
 */
export async function continueAuthorisation(
  room: ScaRoom,
  { redirectReference }: RequestOf<typeof operation>,
): Promise<Stepped> {
  const found = await findByLink(room, redirectReference);
  const { token, session } = renewedSession(found, room.now());
  const continued = await room.authorisations.findOneAndUpdate(
    { _id: found._id, scaStatus: found.scaStatus, continuesOnPage: true, session: { $exists: false } },
    { $set: { session } },
    { returnDocument: 'after' },
  );
  return continued === null ? { view: signInViewOf(room, found) } : stepped(room, continued, token);
}
