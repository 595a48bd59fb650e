import { advance } from '@xs2a/service-kit';
import type { ScaContext } from '../context.ts';
import { LOGINS, type Login } from '../model/login.ts';
import { createSignInFailure, type LoginReply } from './login-reply.ts';

/** Fails a sign-in after too many attempts. The PSU cannot start another one for some minutes. */
export async function closeLogin(context: Pick<ScaContext, 'logins' | 'now'>, login: Login): Promise<LoginReply> {
  // If another request moved the login in between, that request has failed it too, or had the right code in time.
  await advance(LOGINS, context.logins, login, 'failed', { at: context.now(), by: 'sca' });
  return createSignInFailure('signInClosed');
}
