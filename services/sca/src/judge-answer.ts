import type { PasskeyAnswer, ReplyOf, verifyChallenge } from '@xs2a/contracts';
import type { Authorisation } from './authorisation.ts';
import { judgeCode } from './challenge.ts';
import { judgePasskey } from './judge-passkey.ts';
import type { ScaRoom } from './room.ts';
import { judgeTotp } from './totp-secret.ts';

/** What a PSU answers with: a code, or what its passkey signed. The secret is of the step in which it does. */
export interface Answer {
  readonly secret: string;
  readonly scaAuthenticationData?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
}

/** Whoever asked judges: the bank the codes that it sent, sca the factors of its own. */
export async function judgeAnswer(
  room: ScaRoom,
  authorisation: Authorisation,
  { secret, scaAuthenticationData, passkey }: Answer,
): Promise<ReplyOf<typeof verifyChallenge>['verdict']> {
  const type = authorisation.chosenScaMethod?.authenticationType;
  if (type === 'PASSKEY') return judgePasskey(room, authorisation, passkey);
  if (scaAuthenticationData === undefined) return 'wrong';
  return type === 'TOTP'
    ? judgeTotp(room, authorisation, scaAuthenticationData)
    : judgeCode(room, authorisation, { secret, scaAuthenticationData });
}
