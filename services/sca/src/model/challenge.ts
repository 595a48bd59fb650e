import {
  ChallengeData,
  PasskeyDescriptor,
  type ReplyOf,
  type ScaMethod,
  sendChallenge,
  verifyChallenge,
} from '@xs2a/contracts';
import { z } from 'zod';
import type { ScaRoom } from '../context.ts';
import { hashToken } from '../session/session-token.ts';

const MS_PER_MINUTE = 60_000;

/** Codes sent for one authorisation or sign-in, the first included: beyond that somebody plays with a PSU's telephone. */
export const CHALLENGES_MAX = 5;

/** What is kept of a code that the bank has sent; the code itself is the bank's alone. */
export const SentChallenge = z.object({
  id: z.string(),
  sentAt: z.date(),
  /** From then on an answer counts no more. */
  until: z.date(),
  data: ChallengeData,
  /** What a passkey is asked with, once: which ones, and the part of the question that nobody else can know. */
  passkey: z
    .object({ nonce: z.string(), credentials: z.array(PasskeyDescriptor), answeredAt: z.date().optional() })
    .optional(),
});
export type SentChallenge = z.infer<typeof SentChallenge>;

/** A challenge that the bank was to send, whatever became of that. */
export const AskedChallenge = z.object({
  id: z.string(),
  /** Whether it waits on a device. */
  pushed: z.boolean(),
  until: z.date(),
});
export type AskedChallenge = z.infer<typeof AskedChallenge>;

/** A challenge about to be sent: until then an answer counts. */
export function newChallenge({ profile, now }: Pick<ScaRoom, 'profile' | 'now'>, pushed: boolean): AskedChallenge {
  const until = new Date(now().getTime() + profile.limits.otpMinutes * MS_PER_MINUTE);
  return { id: crypto.randomUUID(), pushed, until };
}

/** Has the bank send a new code, or ask on the PSU's device, for exactly this content. */
export async function challengePsu(
  { bus, profile, now }: ScaRoom,
  method: ScaMethod,
  content: { psuId: string; contentHash: string; text: string; authorisationId?: string },
  id: string = crypto.randomUUID(),
): Promise<{ chosenScaMethod: ScaMethod; challenge: SentChallenge }> {
  const data = await bus.ask(sendChallenge, {
    challengeId: id,
    authenticationMethodId: method.authenticationMethodId,
    ...content,
    lifetimeSeconds: profile.limits.otpMinutes * 60,
  });
  const sentAt = now();
  const until = new Date(sentAt.getTime() + profile.limits.otpMinutes * MS_PER_MINUTE);
  return { chosenScaMethod: method, challenge: { id, sentAt, until, data } };
}

/** Judges a code for the content that it was sent for. */
export async function judgeCode(
  { bus }: ScaRoom,
  { challenge, contentHash }: { challenge?: SentChallenge | undefined; contentHash: string },
  { secret, scaAuthenticationData }: { secret: string; scaAuthenticationData: string },
): Promise<ReplyOf<typeof verifyChallenge>['verdict']> {
  const { verdict } = await bus.ask(verifyChallenge, {
    challengeId: challenge?.id ?? '',
    // The same step with the same code, sent again after a lost answer, is the same attempt. The secret hides the code.
    attemptId: hashToken(`${secret}.${scaAuthenticationData}`),
    contentHash,
    code: scaAuthenticationData,
  });
  return verdict;
}
