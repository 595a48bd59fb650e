import { type selectMethod as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { sendChallenge } from '../challenges/send-challenge.ts';
import type { ScaContext } from '../context.ts';
import { type Authorisation, hasEnded } from '../model/authorisation.ts';
import { withChosenAccounts } from '../psu/named-accounts.ts';
import { findBySession, isOfOtherPsu, isPressedAgain } from './find-by-session.ts';
import { renewSession, type StepReply, toStepReply } from './step-reply.ts';

/** The PSU chooses one of its methods, another one, or a new challenge by the present one. */
export async function selectMethod(context: ScaContext, request: RequestOf<typeof operation>): Promise<StepReply> {
  const authorisation = await findBySession(context, request.session);
  if (hasEnded(authorisation) || authorisation.scaStatus === 'unconfirmed') return renewSession(context, authorisation);
  if (isOfOtherPsu(authorisation, request)) return renewSession(context, authorisation, 'otherPsuExpected');
  const method = authorisation.scaMethods?.find(
    ({ authenticationMethodId }) => authenticationMethodId === request.authenticationMethodId,
  );
  if (method === undefined) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  // Its code is on the way. Another one would make it worthless.
  if (authorisation.chosenScaMethod?.authenticationMethodId === method.authenticationMethodId) {
    if (isPressedAgain(context, authorisation)) return renewSession(context, authorisation);
  }
  const chosen = await chooseAccounts(context, authorisation, request.accounts);
  if (chosen === undefined) return renewSession(context, authorisation, 'accountsNotChosen');
  return toStepReply(context, await sendChallenge(context, chosen, method, request.language));
}

/**
 * Writes the accounts that the PSU chose into the content that it approves, if the choice is the PSU's. A code that was
 * sent for another choice no longer counts. Undefined if nothing was chosen.
 */
async function chooseAccounts(
  context: Pick<ScaContext, 'authorisations'>,
  authorisation: Authorisation,
  keys: readonly string[] | undefined,
): Promise<Authorisation | undefined> {
  const { _id, scaStatus, content, contentHash, offeredAccounts } = authorisation;
  if (offeredAccounts === undefined) return authorisation;
  const chosenBefore = content.kind === 'consent' && content.grants.length > 0;
  if (keys === undefined && chosenBefore) return authorisation;
  const named = withChosenAccounts(authorisation, keys ?? []);
  if (named === undefined) return undefined;
  const stored = await context.authorisations.findOneAndUpdate(
    { _id, scaStatus, contentHash },
    { $set: { content: named.content, contentHash: named.contentHash }, $unset: { challenge: '' } },
    { returnDocument: 'after' },
  );
  if (stored === null) throw new Xs2aError('statusConflict');
  return { ...stored, ...(authorisation.session && { session: authorisation.session }) };
}
