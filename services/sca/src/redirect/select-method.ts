import { type selectMethod as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { chooseAccounts } from '../authentication/choose-accounts.ts';
import { isExempted } from '../authentication/exemption.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import { sendChallenge } from '../challenges/send-challenge.ts';
import type { ScaContext } from '../context.ts';
import { hasEnded } from '../model/authorisation.ts';
import { findBySession, isOfOtherPsu, isPressedAgain } from './find-by-session.ts';
import { renewSession, type StepReply, toStepReply } from './step-reply.ts';

/** Selects one of the PSU's methods, or sends a new challenge by the present one. */
export async function selectMethod(context: ScaContext, request: RequestOf<typeof operation>): Promise<StepReply> {
  const authorisation = await findBySession(context, request);
  if (hasEnded(authorisation) || authorisation.scaStatus === 'unconfirmed') return renewSession(context, authorisation);
  if (isOfOtherPsu(authorisation, request)) return renewSession(context, authorisation, 'otherPsuExpected');
  const method = authorisation.scaMethods?.find(
    ({ authenticationMethodId }) => authenticationMethodId === request.authenticationMethodId,
  );
  if (method === undefined) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  // Its code was already sent. Another one would invalidate it.
  if (authorisation.chosenScaMethod?.authenticationMethodId === method.authenticationMethodId) {
    if (isPressedAgain(context, authorisation)) return renewSession(context, authorisation);
  }
  const chosen = await chooseAccounts(context, authorisation, request.accounts);
  if (chosen === undefined) return renewSession(context, authorisation, 'accountsNotChosen');
  if (chosen !== authorisation && (await isExempted(context, chosen))) {
    const ended = await endAuthorisation(context, chosen, 'exempted');
    return ended === null ? renewSession(context, chosen) : toStepReply(context, ended);
  }
  return toStepReply(context, await sendChallenge(context, chosen, method, request.language));
}
