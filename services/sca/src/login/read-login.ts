import { type readLogin as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Login } from '../model/login.ts';
import { withToken } from '../session/session.ts';
import { findLogin, isFromBeforeCode } from './find-login.ts';
import { loginViewOf } from './login-reply.ts';

/** Reads the signed-in PSU, or the current step of the sign-in. */
export async function readLogin(
  context: ScaContext,
  { session }: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const login = await findLogin(context, session);
  if (isFromBeforeCode(login, session)) throw new Xs2aError('scaSessionOver');
  await noteActivity(context, login, session);
  return { view: loginViewOf(context, login) };
}

/** Records activity: reading a page restarts the idle time. */
export async function noteActivity(
  context: Pick<ScaContext, 'logins' | 'now'>,
  { _id }: Login,
  session: string,
): Promise<void> {
  await context.logins.updateOne({ _id, ...withToken(session) }, { $max: { 'session.usedAt': context.now() } });
}
