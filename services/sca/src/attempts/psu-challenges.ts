import { Xs2aError } from '@xs2a/contracts';
import { isDuplicateKey } from '@xs2a/service-kit';
import type { Document } from 'mongodb';
import type { ScaContext } from '../context.ts';
import type { PsuAttempts } from '../model/psu-attempts.ts';
import { hashToken } from '../session/token.ts';

type ChallengesContext = Pick<ScaContext, 'psuAttempts' | 'profile' | 'now'>;

const MS_PER_MINUTE = 60_000;
const FORGOTTEN_AFTER_MS = 2 * 86_400_000;

/** Maximum number of challenges for one authorisation, and of unanswered ones for one PSU. More would serve only to annoy the PSU. */
export const CHALLENGES_MAX = 5;

/** Longer than any request lasts: an attempt without an outcome by then no longer counts. */
export const HELD_MS = 30_000;

/** Current value of a counter that expires. */
const readExpiringCounter = (count: string, until: string, at: Date): Document => ({
  $cond: [{ $lte: [{ $ifNull: [until, at] }, at] }, 0, { $ifNull: [count, 0] }],
});
const sentAt = (at: Date): Document => readExpiringCounter('$challengesSent', '$challengesUntil', at);
const reservedAt = (at: Date): Document => readExpiringCounter('$challengesReserved', '$reservedUntil', at);

/**
 * Reserves one of the unanswered challenges permitted for a PSU. Returns false if the limit is reached; throws
 * `serviceUnavailable` while the outcome of challenges in flight decides.
 */
export async function reservePsuChallenge(context: ChallengesContext, psuId: string): Promise<boolean> {
  const at = context.now();
  const _id = hashToken(psuId);
  const reservation = {
    challengesReserved: { $add: [reservedAt(at), 1] },
    reservedUntil: new Date(at.getTime() + HELD_MS),
    forgetAt: new Date(at.getTime() + FORGOTTEN_AFTER_MS),
  };
  const isLeft = { $lt: [{ $add: [sentAt(at), reservedAt(at)] }, CHALLENGES_MAX] };
  await createOnce(context, _id, reservation.forgetAt);
  const { modifiedCount } = await context.psuAttempts.updateOne({ _id, $expr: isLeft }, [{ $set: reservation }]);
  if (modifiedCount === 1) return true;
  const counted = await context.psuAttempts.findOne({ _id });
  if (isTooMany(counted, at)) return false;
  throw new Xs2aError('serviceUnavailable', { cause: new Error('challenges to this PSU are on their way') });
}

/** Counts a challenge that the bank has sent. */
export async function countPsuChallenge(context: ChallengesContext, psuId: string): Promise<void> {
  const at = context.now();
  const challengesUntil = new Date(at.getTime() + context.profile.limits.signInClosedMinutes * MS_PER_MINUTE);
  const counted = { challengesSent: { $add: [sentAt(at), 1] }, challengesUntil };
  await context.psuAttempts.updateOne({ _id: hashToken(psuId) }, [{ $set: { ...counted, ...ONE_RESERVED_LESS } }]);
}

/** Releases the reservation of a challenge that the bank has not sent. */
export async function returnPsuChallenge({ psuAttempts }: ChallengesContext, psuId: string): Promise<void> {
  await psuAttempts.updateOne({ _id: hashToken(psuId) }, [{ $set: ONE_RESERVED_LESS }]);
}

const ONE_RESERVED_LESS = {
  challengesReserved: { $max: [0, { $subtract: [{ $ifNull: ['$challengesReserved', 0] }, 1] }] },
};

function isTooMany(counted: PsuAttempts | null, at: Date): boolean {
  const { challengesSent = 0, challengesUntil = at } = counted ?? {};
  return challengesUntil > at && challengesSent >= CHALLENGES_MAX;
}

/** MongoDB permits no expression in the filter of an upsert. */
async function createOnce({ psuAttempts }: ChallengesContext, _id: string, forgetAt: Date): Promise<void> {
  try {
    await psuAttempts.updateOne({ _id }, { $setOnInsert: { forgetAt } }, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
