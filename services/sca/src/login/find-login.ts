import { Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Login } from '../model/login.ts';
import { findSession } from '../session/session.ts';
import { hashToken } from '../session/token.ts';

/** The login of a session, at any step. */
export async function findLogin(
  context: Pick<ScaContext, 'logins' | 'profile' | 'now' | 'clocks'>,
  token: string,
): Promise<Login> {
  const login = await findSession(context, context.logins, token);
  if (login.openUntil <= context.now() || login.scaStatus === 'failed') throw new Xs2aError('scaSessionOver');
  return login;
}

/** Whether this is the token from before the code. It must not open what only the code opens. */
export function isFromBeforeCode({ confirmedWith }: Pick<Login, 'confirmedWith'>, token: string): boolean {
  return confirmedWith === hashToken(token);
}
