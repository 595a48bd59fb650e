import { withdrawChallenge } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import type { Authorisation } from '../model/authorisation.ts';

/** Tells the bank that the challenge waiting on a device needs no answer any more, because its authorisation ends. */
export function challengeWithdrawal({ challengesAsked }: Authorisation, at: Date): OutboxEntry[] {
  // Each challenge replaces the one before it: only the newest can be waiting.
  const newest = challengesAsked?.at(-1);
  if (newest === undefined || !newest.pushed || newest.until <= at) return [];
  return [outboxEntry(withdrawChallenge, { challengeId: newest.id }, at)];
}
