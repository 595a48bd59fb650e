import { languageFor } from '@xs2a/approvals';
import type { continueAuthorisation as operation, RequestOf } from '@xs2a/contracts';
import { takeOverFirstFactor } from '../authentication/take-over-first-factor.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { nextSession } from '../session/session.ts';
import { claimByLink } from './find-by-link.ts';
import { signInViewOf } from './page-view.ts';
import { recognisedPsu } from './recognised-psu.ts';
import { type StepReply, toStepReply } from './step-reply.ts';

/** Whether the link requires no password: the first factor came through the TPP, and no browser has used the link yet. */
export function mayContinue({ continuesOnPage, session }: Pick<Authorisation, 'continuesOnPage' | 'session'>): boolean {
  return continuesOnPage === true && session === undefined;
}

/**
 * Continues on the bank's page for a PSU whose first factor came through its TPP. The link, which only this TPP knows, opens one
 * such session; later visitors sign in. Also continues for the browser in which the PSU approved the consent of the session.
 */
export async function continueAuthorisation(
  context: ScaContext,
  { redirectReference, otherSessions, language }: RequestOf<typeof operation>,
): Promise<StepReply> {
  const found = await claimByLink(context, redirectReference);
  const recognised = await recognisedPsu(context, found, otherSessions);
  if (recognised !== undefined) {
    const spoken = languageFor(context.profile, language, found.language);
    const taken = await takeOverFirstFactor(context, found, recognised.psu, spoken);
    return taken === undefined ? { view: signInViewOf(context, found) } : toStepReply(context, taken);
  }
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
