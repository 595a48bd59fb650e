import type { ScaRoom } from '../context.ts';
import { hashToken } from '../session/session-token.ts';

/** Ends a session: from the answer on its tokens open nothing. */
export async function signOut({ logins }: ScaRoom, token: string): Promise<{ signedOut: true }> {
  const hash = hashToken(token);
  await logins.updateOne(
    { $or: [{ 'session.hash': hash }, { 'session.previousHash': hash }] },
    { $unset: { session: '' } },
  );
  return { signedOut: true };
}
