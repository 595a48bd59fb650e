import type { Language } from '@xs2a/approvals';
import { type ScaMethod, Xs2aError } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import { challengeBuiltInFactor } from '../challenges/challenge-built-in-factor.ts';
import { challengePsu } from '../challenges/challenge-psu.ts';
import { sendWithinLimits } from '../challenges/send-within-limits.ts';
import type { ScaContext } from '../context.ts';
import { isBuiltIn } from '../factors/built-in-methods.ts';
import { LOGINS, type Login } from '../model/login.ts';
import { IS_SIGNED_IN, nextSession } from '../session/session.ts';
import { closeLogin } from './close-login.ts';
import { type LoginReply, toLoginReply } from './login-reply.ts';
import { signInMessage } from './sign-in-message.ts';

/** Sends a code for this sign-in alone. Earlier codes no longer count. */
export async function sendSignInCode(
  context: ScaContext,
  login: Login,
  method: ScaMethod,
  language: Language,
): Promise<LoginReply> {
  const { contentHash, scaMethods } = login;
  const { psuId } = login.psu;
  const text = signInMessage(context.profile, language);
  // Built-in factors do not count against the PSU's challenges: nothing is sent.
  const limitedPsu = isBuiltIn(method) ? undefined : psuId;
  const reservation = { collection: context.logins, holder: login, method, limitedPsu };
  const challenged = await sendWithinLimits(context, reservation, (asked) =>
    isBuiltIn(method)
      ? challengeBuiltInFactor(context, { psuId, scaMethods }, method, asked.id)
      : challengePsu(context, method, { psuId, contentHash, text, language }, asked),
  );
  if (challenged === null) return closeLogin(context, login);
  const { sent } = challenged;
  const at = context.now();
  const { token, session } = nextSession(login, at);
  const set = { session, ...sent };
  const waiting = await advance(LOGINS, context.logins, login, 'methodSelected', {
    at,
    by: 'psu',
    set,
    where: IS_SIGNED_IN,
  });
  if (waiting === null) throw new Xs2aError('statusConflict');
  return toLoginReply(context, waiting, token);
}
