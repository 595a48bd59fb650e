import type { authoriseTransaction as operation, RequestOf } from '@xs2a/contracts';
import { attemptOfForm } from '../attempts/attempt-of-form.ts';
import { isUsedUp } from '../attempts/authorisation-attempts.ts';
import { verifySecondFactor } from '../authentication/verify-second-factor.ts';
import { approveAuthorisation } from '../authorisation/approve-authorisation.ts';
import { failAfterLastAttempt } from '../authorisation/fail-after-last-attempt.ts';
import { answerProblems } from '../challenges/answer-problem.ts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import type { StepResult } from '../session/renew-redirect-session.ts';
import { findBySession, isOfOtherPsu } from './find-by-session.ts';
import { renewSession, type StepReply, toStepReply } from './step-reply.ts';

/** Verifies the second factor on the bank's page. A right answer approves; the last wrong one fails the authorisation. */
export async function authoriseTransaction(
  context: ScaContext,
  request: RequestOf<typeof operation>,
): Promise<StepReply> {
  const found = await findBySession(context, request);
  // The form was sent twice, or after the end: show the present page.
  if (found.scaStatus !== 'scaMethodSelected') return renewSession(context, found);
  if (isOfOtherPsu(found, request)) return renewSession(context, found, 'otherPsuExpected');
  const { session: token, psuId: _shownTo, redirectReference: _link, ...answer } = request;
  // The link's reference, not the session: a PSU who signs in again after a lost response enters the same code, which is the same
  // attempt.
  const secret = found.redirectReference;
  const attempt = await verifySecondFactor(context, found, { secret, ...answer, ...attemptOfForm(token, answer) });
  const authorisation = { ...attempt.authorisation, ...(found.session && { session: found.session }) };
  switch (attempt.kind) {
    case 'usedUp':
    case 'moved':
      return renewSession(context, authorisation);
    case 'closed':
      return renewSession(context, authorisation, 'signInClosed');
    case 'wrong':
      return isUsedUp(context, authorisation)
        ? replyToEnd(context, authorisation, await failAfterLastAttempt(context, authorisation))
        : refuse(context, authorisation, attempt.attemptsLeft);
    case 'verified':
      return attempt.verdict === 'accepted'
        ? replyToEnd(context, authorisation, await approveAuthorisation(context, authorisation))
        : renewSession(context, authorisation, answerProblems(authorisation).expired);
  }
}

async function refuse(context: ScaContext, authorisation: Authorisation, attemptsLeft: number): Promise<StepReply> {
  const problem = attemptsLeft > 0 ? answerProblems(authorisation).invalid : 'signInClosed';
  const { view, ...session } = await renewSession(context, authorisation, problem);
  return { view: { ...view, attemptsLeft }, ...session };
}

/** If another step moved the authorisation in between, shows the present page. */
async function replyToEnd(
  context: ScaContext,
  authorisation: Authorisation,
  ended: StepResult | null,
): Promise<StepReply> {
  return ended === null ? renewSession(context, authorisation) : toStepReply(context, ended);
}
