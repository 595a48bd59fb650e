import type { AspspProfile } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { AskedChallenge } from '../model/challenge.ts';

const MS_PER_MINUTE = 60_000;

/** Returns a challenge that is about to be sent. */
export function newChallenge({ profile, now }: Pick<ScaContext, 'profile' | 'now'>, pushed: boolean): AskedChallenge {
  return { id: crypto.randomUUID(), pushed, until: challengeUntil(profile, now()) };
}

/** Returns the moment until which an answer to a challenge counts. */
export function challengeUntil({ limits }: Pick<AspspProfile, 'limits'>, sentAt: Date): Date {
  return new Date(sentAt.getTime() + limits.otpMinutes * MS_PER_MINUTE);
}
