import { type authenticatePsu as operation, type RequestOf, type Situation, Xs2aError } from '@xs2a/contracts';
import { isUsedUp } from '../attempts/authorisation-attempts.ts';
import { judgeFirstFactor, passFirstFactor } from '../authentication/accept-first-factor.ts';
import { endAuthorisation } from '../authorisation/end-authorisation.ts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { obstacle } from '../psu/approval-obstacle.ts';
import { findByLink } from './find-by-link.ts';
import { signInViewOf } from './page-view.ts';
import { type Stepped, stayed, stepped } from './step-reply.ts';

/**
 * First factor on the redirect page. A PSU with one method and no accounts to choose is challenged at once. One who
 * signed in before and lost the session goes on where it stood.
 */
export async function authenticatePsu(room: ScaRoom, request: RequestOf<typeof operation>): Promise<Stepped> {
  const found = await findByLink(room, request.redirectReference);
  const attempted = await judgeFirstFactor(room, found, request);
  const { authorisation } = attempted;
  switch (attempted.kind) {
    case 'usedUp':
      throw new Xs2aError('redirectLinkUnknown');
    case 'closed':
      return { view: signInViewOf(room, authorisation, 'signInClosed') };
    case 'wrong':
      return refused(room, attempted);
    case 'judged': {
      const { psuId, language } = request;
      const psu = attempted.verdict;
      if (psu === 'blocked') return { view: signInViewOf(room, authorisation, 'serviceBlocked') };
      const problem = obstacle(authorisation, psu, psuId);
      if (problem !== undefined) return { view: signInViewOf(room, authorisation, problem) };
      if (authorisation.psu !== undefined) return stayed(room, authorisation);
      const moved = await passFirstFactor(room, authorisation, { psu, psuId, language });
      return stepped(room, moved.authorisation, moved.session);
    }
  }
}

async function refused(
  room: ScaRoom,
  {
    authorisation,
    attemptsLeft,
    situation,
  }: { authorisation: Authorisation; attemptsLeft: number; situation?: Situation },
): Promise<Stepped> {
  if (!isUsedUp(room, authorisation)) {
    const wrong = situation === 'corporateIdInvalid' ? 'corporateIdInvalid' : 'credentialsInvalid';
    const problem = attemptsLeft > 0 ? wrong : 'signInClosed';
    return { view: { ...signInViewOf(room, authorisation, problem), attemptsLeft } };
  }
  const ended = await endAuthorisation(room, authorisation, 'failed');
  if (ended === null) throw new Xs2aError('redirectLinkUnknown');
  return stepped(room, ended.authorisation, ended.session);
}
