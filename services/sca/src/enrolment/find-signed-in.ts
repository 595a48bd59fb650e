import { Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import { findLogin, isFromBeforeCode } from '../login/find-login.ts';
import type { Login } from '../model/login.ts';

/** Minutes after both factors in which a PSU may enrol a factor: an abandoned session is not trusted. */
const MAY_ENROL_MINUTES = 5;
const MS_PER_MINUTE = 60_000;

/** The sign-in of a PSU whose two factors were verified. */
export async function findSignedIn(
  context: Pick<ScaContext, 'logins' | 'profile' | 'now' | 'enterScope'>,
  token: string,
): Promise<Login> {
  const login = await findLogin(context, token);
  if (login.scaStatus !== 'finalised' || isFromBeforeCode(login, token)) throw new Xs2aError('scaSessionOver');
  return login;
}

/** Reason why the PSU may not enrol a factor. A TOTP code approves no payment, so it cannot enrol a passkey for payments. */
export function enrolmentObstacle(
  { now }: Pick<ScaContext, 'now'>,
  { history, chosenScaMethod }: Pick<Login, 'history' | 'chosenScaMethod'>,
): 'signInTooOld' | 'signInTooWeak' | undefined {
  if (chosenScaMethod?.authenticationType === 'TOTP') return 'signInTooWeak';
  const signedIn = history.findLast(({ to }) => to === 'finalised');
  const ageMs = signedIn === undefined ? Number.POSITIVE_INFINITY : now().getTime() - signedIn.at.getTime();
  return ageMs < MAY_ENROL_MINUTES * MS_PER_MINUTE ? undefined : 'signInTooOld';
}
