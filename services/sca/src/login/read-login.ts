import { type LoginView, Xs2aError } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import { findLogin, isFromBeforeCode, loginViewOf } from '../model/login.ts';
import { hashToken } from '../session/session-token.ts';

/** Who is signed in, or where the PSU stands. Looking at a page is activity: the minutes of idleness begin anew. */
export async function readLogin(room: ScaRoom, session: string): Promise<{ view: LoginView }> {
  const login = await findLogin(room, session);
  if (isFromBeforeCode(login, session)) throw new Xs2aError('scaSessionOver');
  const hash = hashToken(session);
  await room.logins.updateOne(
    { _id: login._id, $or: [{ 'session.hash': hash }, { 'session.previousHash': hash }] },
    { $max: { 'session.usedAt': room.now() } },
  );
  return { view: loginViewOf(room, login) };
}
