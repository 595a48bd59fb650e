import type { continueAuthorisation as operation, RequestOf } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { nextSession } from '../session/session.ts';
import { takeByLink } from './find-by-link.ts';
import { signInViewOf } from './page-view.ts';
import { type StepReply, toStepReply } from './step-reply.ts';

/** Whether the link needs no password: the first factor came through the TPP, and no browser has used the link yet. */
export function mayContinue({ continuesOnPage, session }: Pick<Authorisation, 'continuesOnPage' | 'session'>): boolean {
  return continuesOnPage === true && session === undefined;
}

/**
 * The PSU comes from its TPP, which sent its first factor, and continues on the bank's page. The link, which only this TPP
 * knows, opens one session in this way. Later visitors of the link sign in.
 */
export async function continueAuthorisation(
  context: ScaContext,
  { redirectReference }: RequestOf<typeof operation>,
): Promise<StepReply> {
  const found = await takeByLink(context, redirectReference);
  const { token, session } = nextSession(found, context.now());
  const continued = await context.authorisations.findOneAndUpdate(
    { _id: found._id, scaStatus: found.scaStatus, continuesOnPage: true, session: { $exists: false } },
    { $set: { session } },
    { returnDocument: 'after' },
  );
  return continued === null
    ? { view: signInViewOf(context, found) }
    : toStepReply(context, { authorisation: continued, session: token });
}
