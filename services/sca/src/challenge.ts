import { ChallengeData, type ReplyOf, type ScaMethod, sendChallenge, verifyChallenge } from '@xs2a/contracts';
import { z } from 'zod';
import type { ScaRoom } from './room.ts';
import { hashToken } from './session-token.ts';

/** Codes sent for one authorisation or sign-in, the first included: beyond that somebody plays with a PSU's telephone. */
export const CHALLENGES_MAX = 5;

/** What is kept of a code that the bank has sent; the code itself is the bank's alone. */
export const SentChallenge = z.object({
  id: z.string(),
  sentAt: z.date(),
  data: ChallengeData,
});
export type SentChallenge = z.infer<typeof SentChallenge>;

/** Has the bank send a new code for exactly this content. */
export async function challengePsu(
  { bus, profile, now }: ScaRoom,
  method: ScaMethod,
  content: { psuId: string; contentHash: string; text: string; authorisationId?: string },
): Promise<{ chosenScaMethod: ScaMethod; challenge: SentChallenge }> {
  const id = crypto.randomUUID();
  const data = await bus.ask(sendChallenge, {
    challengeId: id,
    authenticationMethodId: method.authenticationMethodId,
    ...content,
    lifetimeSeconds: profile.limits.otpMinutes * 60,
  });
  return { chosenScaMethod: method, challenge: { id, sentAt: now(), data } };
}

/** Judges a code for the content that it was sent for. */
export async function judgeCode(
  { bus }: ScaRoom,
  { challenge, contentHash }: { challenge?: SentChallenge | undefined; contentHash: string },
  { session, scaAuthenticationData }: { session: string; scaAuthenticationData: string },
): Promise<ReplyOf<typeof verifyChallenge>['verdict']> {
  const { verdict } = await bus.ask(verifyChallenge, {
    challengeId: challenge?.id ?? '',
    // The same page with the same code, sent again after a lost answer, is the same attempt.
    attemptId: hashToken(`${session}.${scaAuthenticationData}`),
    contentHash,
    code: scaAuthenticationData,
  });
  return verdict;
}
