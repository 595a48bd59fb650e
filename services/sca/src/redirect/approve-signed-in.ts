import type { approveSignedIn as operation, RequestOf } from '@xs2a/contracts';
import { chooseAccounts } from '../authentication/choose-accounts.ts';
import { approveAuthorisation } from '../authorisation/approve-authorisation.ts';
import type { ScaContext } from '../context.ts';
import { findBySession, isOfOtherPsu } from './find-by-session.ts';
import { renewSession, type StepReply, toStepReply } from './step-reply.ts';

/** Approves the content of the page for a PSU that showed both factors at the bank's identity provider (decision 78). */
export async function approveSignedIn(context: ScaContext, request: RequestOf<typeof operation>): Promise<StepReply> {
  const found = await findBySession(context, request);
  // The form was sent twice, or another step was taken in between: show the present page.
  if (found.scaStatus !== 'psuAuthenticated' || found.bothFactors === undefined) return renewSession(context, found);
  if (isOfOtherPsu(found, request)) return renewSession(context, found, 'otherPsuExpected');
  const chosen = await chooseAccounts(context, found, request.accounts);
  if (chosen === undefined) return renewSession(context, found, 'accountsNotChosen');
  const ended = await approveAuthorisation(context, chosen);
  return ended === null ? renewSession(context, found) : toStepReply(context, ended);
}
