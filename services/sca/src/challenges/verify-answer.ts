import type { PasskeyAssertion, ReplyOf, verifyChallenge } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import { type Asked, judgePasskey } from '../factors/verify-passkey.ts';
import { judgeTotp } from '../factors/verify-totp.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { judgeCode } from '../model/challenge.ts';

/** What a PSU answers with: a code, or what its passkey signed. The secret is of the step in which it does. */
export interface Answer {
  readonly secret: string;
  readonly scaAuthenticationData?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
}

/** Whoever asked judges: the bank the codes that it sent, sca the factors of its own. */
export async function judgeAnswer(
  room: ScaRoom,
  asked: Asked & Pick<Authorisation, 'chosenScaMethod'>,
  { secret, scaAuthenticationData, passkey }: Answer,
): Promise<ReplyOf<typeof verifyChallenge>['verdict']> {
  const type = asked.chosenScaMethod?.authenticationType;
  if (type === 'PASSKEY') return judgePasskey(room, asked, passkey);
  if (scaAuthenticationData === undefined) return 'wrong';
  return type === 'TOTP'
    ? judgeTotp(room, asked, scaAuthenticationData)
    : judgeCode(room, asked, { secret, scaAuthenticationData });
}
