import type { PasskeyAssertion, ReplyOf, verifyChallenge } from '@xs2a/contracts';
import type { AttemptId } from '../attempts/attempt-of-form.ts';
import type { ScaContext } from '../context.ts';
import { type AskedForPasskey, verifyPasskey } from '../factors/verify-passkey.ts';
import { verifyTotp } from '../factors/verify-totp.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { verifyCode } from './verify-code.ts';

/** The PSU's answer to a challenge: a code, or what its passkey signed. `secret` identifies the step of the answer. */
export interface Answer extends AttemptId {
  readonly secret: string;
  readonly scaAuthenticationData?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

/** Verifies an answer where its challenge was issued: codes of the bank at the bank, built-in factors here. */
export async function verifyAnswer(
  context: ScaContext,
  asked: AskedForPasskey & Pick<Authorisation, 'chosenScaMethod'>,
  { secret, scaAuthenticationData, passkey, attemptId }: Answer,
): Promise<ReplyOf<typeof verifyChallenge>['verdict']> {
  const type = asked.chosenScaMethod?.authenticationType;
  if (type === 'PASSKEY') return verifyPasskey(context, asked, passkey);
  // Apps and messages show codes in groups.
  const code = scaAuthenticationData?.replaceAll(/\s/g, '');
  if (!code) return 'wrong';
  return type === 'TOTP'
    ? verifyTotp(context, asked, { scaAuthenticationData: code, attemptId })
    : verifyCode(context, asked, { secret, scaAuthenticationData: code });
}
