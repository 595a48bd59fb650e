import type { authoriseTransaction as operation, RequestOf } from '@xs2a/contracts';
import { giveBackAttempt, takeAttempt } from './attempts.ts';
import type { Authorisation } from './authorisation.ts';
import { judgeCode } from './challenge.ts';
import { endAuthorisation } from './end-authorisation.ts';
import { findBySession } from './find-authorisation.ts';
import type { ScaRoom } from './room.ts';
import { type Stepped, stayed, stepped } from './step.ts';

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
  request: RequestOf<typeof operation>,
): ReturnType<typeof judgeCode> {
  try {
    return await judgeCode(room, authorisation, request);
  } catch (error) {
    await giveBackAttempt(room, authorisation);
    throw error;
  }
}

async function end(room: ScaRoom, authorisation: Authorisation, event: 'approved' | 'failed'): Promise<Stepped> {
  const ended = await endAuthorisation(room, authorisation, event);
  return ended === null ? stayed(room, authorisation) : stepped(room, ended.authorisation, ended.session);
}
