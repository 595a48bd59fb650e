import { withdrawChallenge } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import type { Authorisation } from '../model/authorisation.ts';

/** Tells the bank that a challenge on a device needs no answer any more, because its authorisation ends. */
export function challengeWithdrawal({ challenge, challengesAsked = [] }: Authorisation, at: Date): OutboxEntry[] {
  // Each challenge replaces the one before it, so either the present one is pending or a newer one is being sent.
  const newest = challengesAsked.at(-1);
  return challengesAsked
    .filter(({ id, pushed, until }) => pushed && until > at && (id === challenge?.id || id === newest?.id))
    .map(({ id }) => outboxEntry(withdrawChallenge, { challengeId: id }, at));
}
