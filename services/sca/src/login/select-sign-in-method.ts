import { type selectSignInMethod as operation, type RequestOf, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { findLogin, isFromBeforeCode } from './find-login.ts';
import type { LoginReply } from './login-reply.ts';
import { sendSignInCode } from './send-sign-in-code.ts';

/** Selects one of the PSU's methods, or sends a new code by the present one. */
export async function selectSignInMethod(
  context: ScaContext,
  request: RequestOf<typeof operation>,
): Promise<LoginReply> {
  const { session, authenticationMethodId, language } = request;
  const login = await findLogin(context, session);
  if (isFromBeforeCode(login, session)) throw new Xs2aError('scaSessionOver');
  if (login.scaStatus === 'finalised') throw new Xs2aError('statusInvalid');
  const method = login.scaMethods.find((offered) => offered.authenticationMethodId === authenticationMethodId);
  if (method === undefined) throw new Xs2aError('scaMethodUnknown', { path: 'authenticationMethodId' });
  return sendSignInCode(context, login, method, language);
}
