import type { signOut as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { withToken } from '../session/session.ts';

/** Ends a session and invalidates its tokens. */
export async function signOut(
  { logins }: Pick<ScaContext, 'logins'>,
  { session }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  await logins.updateOne(withToken(session), { $unset: { session: '' } });
  return { signedOut: true };
}
