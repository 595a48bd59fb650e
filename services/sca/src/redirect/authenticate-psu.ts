import { type authenticatePsu as operation, type RequestOf, type Situation, Xs2aError } from '@xs2a/contracts';
import { attemptOfForm } from '../attempts/attempt-of-form.ts';
import { isUsedUp } from '../attempts/authorisation-attempts.ts';
import { acceptFirstFactor } from '../authentication/accept-first-factor.ts';
import { verifyFirstFactor } from '../authentication/verify-first-factor.ts';
import { failAfterLastAttempt } from '../authorisation/fail-after-last-attempt.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { findCurrentObstacle } from '../psu/current-obstacle.ts';
import type { KnownPsu } from '../psu/known-psu.ts';
import { claimByLink } from './find-by-link.ts';
import { signInViewOf } from './page-view.ts';
import { renewSession, type StepReply, toStepReply } from './step-reply.ts';

/** Verifies the first factor on the bank's page. A PSU who signed in before and lost the session continues at its last step. */
export async function authenticatePsu(context: ScaContext, request: RequestOf<typeof operation>): Promise<StepReply> {
  const found = await claimByLink(context, request.redirectReference);
  const { psuId, password, corporateId, formToken } = request;
  const once = formToken === undefined ? {} : attemptOfForm(formToken, { psuId, password, corporateId });
  const attempt = await verifyFirstFactor(context, found, { psuId, password, corporateId, ...once });
  switch (attempt.kind) {
    case 'usedUp':
      throw new Xs2aError('redirectLinkUnknown');
    case 'moved':
      throw new Xs2aError('statusConflict');
    case 'closed':
      return { view: signInViewOf(context, attempt.authorisation, 'signInClosed') };
    case 'wrong':
      return refuse(context, attempt);
    case 'verified':
      return acceptPsu(context, attempt.authorisation, attempt.verdict, request);
  }
}

/** Continues after the right first factor of any kind. */
export async function acceptPsu(
  context: ScaContext,
  authorisation: Authorisation,
  psu: KnownPsu | 'blocked',
  { psuId, language, bothFactors }: Pick<RequestOf<typeof operation>, 'psuId' | 'language'> & { bothFactors?: string },
): Promise<StepReply> {
  const problem =
    psu === 'blocked'
      ? 'serviceBlocked'
      : await findCurrentObstacle(context, authorisation, psu, psuId, bothFactors !== undefined);
  if (psu === 'blocked' || problem !== undefined) return { view: signInViewOf(context, authorisation, problem) };
  if (authorisation.psu !== undefined)
    return renewSession(context, await asSignedInNow(context, authorisation, bothFactors));
  return toStepReply(context, await acceptFirstFactor(context, authorisation, { psu, psuId, language, bothFactors }));
}

/** A PSU that signs in again with one factor approves with the second, even if its earlier sign-in was both factors. */
async function asSignedInNow(
  { authorisations }: Pick<ScaContext, 'authorisations'>,
  authorisation: Authorisation,
  bothFactors: string | undefined,
): Promise<Authorisation> {
  const { _id } = authorisation;
  if (authorisation.bothFactors === undefined || bothFactors !== undefined) return authorisation;
  const changed = await authorisations.findOneAndUpdate(
    { _id },
    { $unset: { bothFactors: '' } },
    { returnDocument: 'after' },
  );
  return changed ?? authorisation;
}

async function refuse(
  context: ScaContext,
  {
    authorisation,
    attemptsLeft,
    situation,
  }: { authorisation: Authorisation; attemptsLeft: number; situation?: Situation },
): Promise<StepReply> {
  if (!isUsedUp(context, authorisation)) {
    const wrong = situation === 'corporateIdInvalid' ? 'corporateIdInvalid' : 'credentialsInvalid';
    const problem = attemptsLeft > 0 ? wrong : 'signInClosed';
    return { view: { ...signInViewOf(context, authorisation, problem), attemptsLeft } };
  }
  const ended = await failAfterLastAttempt(context, authorisation);
  if (ended === null) throw new Xs2aError('redirectLinkUnknown');
  return toStepReply(context, ended);
}
