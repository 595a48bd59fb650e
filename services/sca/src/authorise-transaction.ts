import { type authoriseTransaction as operation, type ReplyOf, type RequestOf, verifyChallenge } from '@xs2a/contracts';
import { giveBackAttempt, takeAttempt } from './attempts.ts';
import type { Authorisation } from './authorisation.ts';
import { endAuthorisation } from './end-authorisation.ts';
import { findBySession } from './find-authorisation.ts';
import type { ScaRoom } from './room.ts';
import { hashToken } from './session-token.ts';
import { type Stepped, stayed, stepped } from './step.ts';

type Verdict = ReplyOf<typeof verifyChallenge>['verdict'];

/** Second factor: a code is judged for the content it was sent for, and ends the authorisation one way or the other. */
export async function authoriseTransaction(room: ScaRoom, request: RequestOf<typeof operation>): Promise<Stepped> {
  const found = await findBySession(room, request.session);
  // Sent twice, or after the end: the page shows where things stand.
  if (found.scaStatus !== 'scaMethodSelected') return stayed(room, found);
  const authorisation = await takeAttempt(room, found);
  if (authorisation === null) return stayed(room, found);
  const verdict = await judge(room, authorisation, request);
  switch (verdict) {
    case 'accepted':
      return end(room, authorisation, 'approved');
    case 'expired':
      return stayed(room, await giveBackAttempt(room, authorisation), 'codeExpired');
    case 'wrong':
      return authorisation.failures < room.profile.limits.wrongCredentialsMax
        ? stayed(room, authorisation, 'codeInvalid')
        : end(room, authorisation, 'failed');
  }
}

async function judge(
  room: ScaRoom,
  authorisation: Authorisation,
  { session, scaAuthenticationData }: RequestOf<typeof operation>,
): Promise<Verdict> {
  try {
    const { verdict } = await room.bus.ask(verifyChallenge, {
      challengeId: authorisation.challenge?.id ?? '',
      // The same page with the same code, sent again after a lost answer, is the same attempt.
      attemptId: hashToken(`${session}.${scaAuthenticationData}`),
      contentHash: authorisation.contentHash,
      code: scaAuthenticationData,
    });
    return verdict;
  } catch (error) {
    await giveBackAttempt(room, authorisation);
    throw error;
  }
}

async function end(room: ScaRoom, authorisation: Authorisation, event: 'approved' | 'failed'): Promise<Stepped> {
  const ended = await endAuthorisation(room, authorisation, event);
  return ended === null ? stayed(room, authorisation) : stepped(room, ended.authorisation, ended.session);
}
