import { Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Login } from '../model/login.ts';
import { findSession } from '../session/session.ts';
import { hashToken } from '../session/token.ts';

/** Finds the login of a session, at any step. */
export async function findLogin(
  context: Pick<ScaContext, 'logins' | 'profile' | 'now' | 'enterScope'>,
  token: string,
): Promise<Login> {
  const login = await findSession(context, context.logins, token);
  if (login.openUntil <= context.now() || login.scaStatus === 'failed') throw new Xs2aError('scaSessionOver');
  return login;
}

/** Whether this is a token from before the code, which must not give access to anything that requires the code. */
export function isFromBeforeCode({ confirmedWith }: Pick<Login, 'confirmedWith'>, token: string): boolean {
  return confirmedWith === hashToken(token);
}
