import type { readScaStatus as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import { findForTpp } from '../redirect/find-by-link.ts';
import { psuMessageOf } from './psu-message.ts';

/** The scaStatus, and what the PSU is to be told. */
export async function readScaStatus(
  room: ScaRoom,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const authorisation = await findForTpp(room, request);
  const { scaStatus, language = room.profile.languages[0] ?? 'hr' } = authorisation;
  return { scaStatus, psuMessage: psuMessageOf(authorisation, language) };
}
