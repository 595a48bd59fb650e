import { type ReplyOf, verifyChallenge } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { hashToken } from '../session/token.ts';

/** Has the bank verify a code for the content that it was sent for. */
export async function verifyCode(
  { bus }: Pick<ScaContext, 'bus'>,
  { challenge, contentHash }: Pick<Authorisation, 'challenge' | 'contentHash'>,
  { secret, scaAuthenticationData }: { secret: string; scaAuthenticationData: string },
): Promise<ReplyOf<typeof verifyChallenge>['verdict']> {
  if (challenge === undefined) return 'wrong';
  const { verdict } = await bus.ask(verifyChallenge, {
    challengeId: challenge.id,
    // The same code for the same challenge, repeated after a lost response, is the same attempt. The secret hides the code.
    attemptId: hashToken(`${secret}.${scaAuthenticationData}`),
    contentHash,
    code: scaAuthenticationData,
  });
  return verdict;
}
