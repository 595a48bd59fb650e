import type { Language } from '@xs2a/approvals';
import { sendChallenge as askBank, type RequestOf, type ScaMethod } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { AskedChallenge, SentChallenge } from '../model/challenge.ts';

const SECONDS_PER_MINUTE = 60;

/** A challenge as it is stored, with the method by which it was sent. */
export interface Challenged {
  readonly chosenScaMethod: ScaMethod;
  readonly challenge: SentChallenge;
}

/** Has the bank send a new code, or prompt the PSU's device, for exactly this content. */
export async function challengePsu(
  { bus, profile, now }: Pick<ScaContext, 'bus' | 'profile' | 'now'>,
  method: ScaMethod,
  content: Pick<RequestOf<typeof askBank>, 'psuId' | 'contentHash' | 'text' | 'authorisationId' | 'offeredAccounts'> & {
    language: Language;
  },
  { id, until }: AskedChallenge,
): Promise<Challenged> {
  const data = await bus.ask(askBank, {
    challengeId: id,
    authenticationMethodId: method.authenticationMethodId,
    ...content,
    lifetimeSeconds: profile.limits.otpMinutes * SECONDS_PER_MINUTE,
  });
  return { chosenScaMethod: method, challenge: { id, sentAt: now(), until, data } };
}
