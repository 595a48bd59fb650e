import type { authoriseTransaction as operation, RequestOf } from '@xs2a/contracts';
import { isUsedUp } from '../attempts/authorisation-attempts.ts';
import { judgeSecondFactor } from '../authentication/verify-second-factor.ts';
import { approve, endAuthorisation } from '../authorisation/end-authorisation.ts';
import { saidOf } from '../challenges/answer-problem.ts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import type { Moved } from '../session/renew-redirect-session.ts';
import { findBySession } from './find-by-link.ts';
import { type Stepped, stayed, stepped } from './step-reply.ts';

/** Second factor: an answer is judged for the content that was asked about, and ends the authorisation one way or the other. */
export async function authoriseTransaction(room: ScaRoom, request: RequestOf<typeof operation>): Promise<Stepped> {
  const found = await findBySession(room, request.session);
  // Sent twice, or after the end: the page shows where things stand.
  if (found.scaStatus !== 'scaMethodSelected') return stayed(room, found);
  const { session: secret, ...answer } = request;
  const attempted = await judgeSecondFactor(room, found, { secret, ...answer });
  const { authorisation } = attempted;
  switch (attempted.kind) {
    case 'usedUp':
      return stayed(room, authorisation);
    case 'closed':
      return stayed(room, authorisation, 'signInClosed');
    case 'wrong':
      return isUsedUp(room, authorisation)
        ? shown(room, authorisation, await endAuthorisation(room, authorisation, 'failed'))
        : refused(room, authorisation, attempted.attemptsLeft);
    case 'judged':
      return attempted.verdict === 'accepted'
        ? shown(room, authorisation, await approve(room, authorisation))
        : stayed(room, authorisation, saidOf(authorisation).expired);
  }
}

async function refused(room: ScaRoom, authorisation: Authorisation, attemptsLeft: number): Promise<Stepped> {
  const problem = attemptsLeft > 0 ? saidOf(authorisation).invalid : 'signInClosed';
  const { view, ...session } = await stayed(room, authorisation, problem);
  return { view: { ...view, attemptsLeft }, ...session };
}

async function shown(room: ScaRoom, authorisation: Authorisation, ended: Moved | null): Promise<Stepped> {
  return ended === null ? stayed(room, authorisation) : stepped(room, ended.authorisation, ended.session);
}
