import { type Attempted, attempt } from './attempts.ts';
import type { Authorisation } from './authorisation.ts';
import { judgeCode } from './challenge.ts';
import type { ScaRoom } from './room.ts';

/** Judges the code for the content that it was sent for, wherever it was typed. */
export function judgeSecondFactor(
  room: ScaRoom,
  authorisation: Authorisation,
  code: { secret: string; scaAuthenticationData: string },
): Promise<Attempted<'accepted' | 'expired'>> {
  const psuId = authorisation.psu?.psuId ?? '';
  return attempt<'accepted' | 'expired'>(room, authorisation, psuId, (taken) => judgeCode(room, taken, code));
}
