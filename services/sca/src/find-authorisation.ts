import { isFinal, SCA_STATUS_MACHINE, Xs2aError } from '@xs2a/contracts';
import type { Authorisation } from './authorisation.ts';
import type { ScaRoom } from './room.ts';
import { hashToken } from './session-token.ts';

const MS_PER_MINUTE = 60_000;

/**
 * The authorisation that an scaRedirect link leads to, while it is open and the link lives. A PSU whose browser lost
 * the session comes back through it, with its password again.
 */
export async function findByLink(room: ScaRoom, redirectReference: string): Promise<Authorisation> {
  const authorisation = await room.authorisations.findOne({ redirectReference });
  if (authorisation === null || hasEnded(authorisation)) throw new Xs2aError('redirectLinkUnknown');
  if (authorisation.linkUntil <= room.now()) throw new Xs2aError('redirectLinkExpired');
  return authorisation;
}

/**
 * The authorisation of a browser session. After some minutes without a step the session is over (RTS 2018/389 Art. 4);
 * one that has ended can still be looked at until then.
 */
export async function findBySession(room: ScaRoom, token: string): Promise<Authorisation> {
  const hash = hashToken(token);
  const authorisation = await room.authorisations.findOne({
    $or: [{ 'session.hash': hash }, { 'session.previousHash': hash }],
  });
  if (authorisation?.session === undefined) throw new Xs2aError('scaSessionOver');
  const idleMs = room.now().getTime() - authorisation.session.usedAt.getTime();
  if (idleMs > room.profile.limits.scaSessionMinutes * MS_PER_MINUTE) throw new Xs2aError('scaSessionOver');
  return authorisation;
}

export function hasEnded({ scaStatus }: Authorisation): boolean {
  return isFinal(SCA_STATUS_MACHINE, scaStatus);
}
