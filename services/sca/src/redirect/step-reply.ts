import type { ScaProblem, ScaView } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import type { StepResult } from '../session/renew-redirect-session.ts';
import { storeNextSession } from '../session/session.ts';
import { viewOf } from './page-view.ts';

/** The reply to a step on the page: the next view for the PSU, and the token for the next step. */
export interface StepReply {
  view: ScaView;
  session?: string;
}

export function toStepReply(
  context: ScaContext,
  { authorisation, session }: StepResult,
  problem?: ScaProblem,
): StepReply {
  return { view: viewOf(context, authorisation, problem), ...(session !== undefined && { session }) };
}

/** Returns the reply to a step that left the status unchanged. The session is renewed nevertheless. */
export async function renewSession(
  context: ScaContext,
  authorisation: Authorisation,
  problem?: ScaProblem,
): Promise<StepReply> {
  const renewed = await storeNextSession(context.authorisations, authorisation, context.now());
  if (renewed !== null) {
    return toStepReply(context, { authorisation: renewed.document, session: renewed.token }, problem);
  }
  // Another step renewed the session in between. That step's reply carries the token; this one shows the present page.
  const present = await context.authorisations.findOne({ _id: authorisation._id });
  return toStepReply(context, { authorisation: present ?? authorisation }, problem);
}
