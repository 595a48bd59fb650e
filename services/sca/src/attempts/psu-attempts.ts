import { isDuplicateKey } from '@xs2a/service-kit';
import type { Document, Filter } from 'mongodb';
import type { ScaContext } from '../context.ts';
import type { PsuAttempts } from '../model/psu-attempts.ts';
import { hashToken } from '../session/token.ts';
import { HELD_MS } from './psu-challenges.ts';

type AttemptsContext = Pick<ScaContext, 'psuAttempts' | 'profile' | 'now'>;

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;
/** Upper bound on the time for which a PSU-ID is locked: an attacker must not lock out the PSU for good. */
const LOCK_MS_MAX = 86_400_000;
/** Failures in a row and the number of locks are forgotten after this time. */
const FORGOTTEN_AFTER_MS = 2 * LOCK_MS_MAX;
/** Bounds the exponent of the lock time; {@link LOCK_MS_MAX} applies long before. */
const DOUBLINGS_MAX = 20;

/**
 * Takes one attempt of a PSU-ID before anything is verified, so that simultaneous guesses from any source never exceed the limit.
 * Returns the attempts left, or undefined while the PSU-ID is locked. Attempts without an outcome, because the service died
 * meanwhile, are not failures (Art. 4 (3) b): they lock nobody out for longer than a request lasts. An attempt with an id is
 * taken once, however often its request is repeated.
 */
export async function takePsuAttempt(
  context: AttemptsContext,
  psuId: string,
  attemptId?: string,
): Promise<number | undefined> {
  const { psuFailuresMax: max } = context.profile.limits;
  const at = context.now();
  const isOpen: Filter<PsuAttempts> = {
    $and: [
      { $or: [{ closedUntil: { $exists: false } }, { closedUntil: { $lte: at } }] },
      {
        $or: [
          { failures: { $exists: false } },
          { failures: { $lt: max } },
          { until: { $lte: at } },
          ...isTakenBy(attemptId),
        ],
      },
    ],
  };
  const isExpired = { $and: [{ $gte: ['$failures', max] }, { $lte: ['$until', at] }] };
  const before = { $cond: [isExpired, 0, { $ifNull: ['$failures', 0] }] };
  const ids = { $cond: [isExpired, [], { $ifNull: ['$taken', []] }] };
  const isNew = attemptId === undefined ? true : { $not: [{ $in: [attemptId, ids] }] };
  const taken = await count(context, psuId, isOpen, {
    failures: { $cond: [isNew, { $add: [before, 1] }, before] },
    taken: attemptId === undefined ? ids : { $setUnion: [ids, [attemptId]] },
    until: new Date(at.getTime() + HELD_MS),
  });
  return taken === null ? undefined : max - (taken.failures ?? 0);
}

/** Returns the seconds for which a PSU-ID remains locked, whether it exists or not; undefined if it is not locked. */
export async function lockedForSeconds(context: AttemptsContext, psuId: string): Promise<number | undefined> {
  const at = context.now();
  const {
    closedUntil = at,
    until = at,
    failures = 0,
  } = (await context.psuAttempts.findOne({ _id: hashToken(psuId) })) ?? {};
  const openAt = failures >= context.profile.limits.psuFailuresMax && until > closedUntil ? until : closedUntil;
  return openAt > at ? Math.ceil((openAt.getTime() - at.getTime()) / MS_PER_SECOND) : undefined;
}

function isTakenBy(attemptId: string | undefined): Filter<PsuAttempts>[] {
  return attemptId === undefined ? [] : [{ taken: attemptId }];
}

/** Gives back an attempt that was not wrong, or could not be verified. An attempt with an id is given back once. */
export async function returnPsuAttempt(context: AttemptsContext, psuId: string, attemptId?: string): Promise<void> {
  await context.psuAttempts.updateOne(
    { _id: hashToken(psuId), failures: { $gt: 0 }, ...isTakenBy(attemptId)[0] },
    { $inc: { failures: -1 }, ...(attemptId !== undefined && { $pull: { taken: attemptId } }) },
  );
}

/** Locks the PSU-ID if the wrong input was the last one permitted, each time for twice as long as before. */
export async function lockAtLimit(context: AttemptsContext, psuId: string): Promise<void> {
  const { psuFailuresMax, signInClosedMinutes } = context.profile.limits;
  const closings = { $ifNull: ['$closings', 0] };
  const factor = { $pow: [2, { $min: [closings, DOUBLINGS_MAX] }] };
  const lockMs = { $multiply: [signInClosedMinutes * MS_PER_MINUTE, factor] };
  await context.psuAttempts.updateOne({ _id: hashToken(psuId), failures: { $gte: psuFailuresMax } }, [
    {
      $set: {
        failures: 0,
        taken: [],
        closings: { $add: [closings, 1] },
        closedUntil: { $add: [context.now(), { $toLong: { $min: [lockMs, LOCK_MS_MAX] } }] },
      },
    },
  ]);
}

/** Resets the attempts after the right second factor. */
export async function forgetPsuAttempts(
  { psuAttempts }: Pick<ScaContext, 'psuAttempts'>,
  psuId: string,
): Promise<void> {
  await psuAttempts.deleteOne({ _id: hashToken(psuId) });
}

async function count(
  context: AttemptsContext,
  psuId: string,
  where: Filter<PsuAttempts>,
  fields: Document,
): Promise<PsuAttempts | null> {
  const filter = { ...where, _id: hashToken(psuId) };
  const forgetAt = new Date(context.now().getTime() + FORGOTTEN_AFTER_MS);
  const update: Document[] = [{ $set: { ...fields, forgetAt } }];
  const options = { returnDocument: 'after' } as const;
  try {
    return await context.psuAttempts.findOneAndUpdate(filter, update, { ...options, upsert: true });
  } catch (error) {
    // Either no attempt is left, or another attempt created the document at the same moment.
    if (!isDuplicateKey(error)) throw error;
    return context.psuAttempts.findOneAndUpdate(filter, update, options);
  }
}
