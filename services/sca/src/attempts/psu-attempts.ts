import { isDuplicateKey, storedCollection } from '@xs2a/service-kit';
import type { Document, Filter } from 'mongodb';
import { z } from 'zod';
import type { ScaRoom } from '../context.ts';
import { CHALLENGES_MAX } from '../model/challenge.ts';
import { hashToken } from '../session/session-token.ts';

const MS_PER_MINUTE = 60_000;
/** A PSU-ID is closed no longer than this at once: whoever guesses shall not lock out its owner for good. */
const CLOSED_MS_MAX = 86_400_000;
/** After these the failures in a row are forgotten, and how often the PSU-ID was closed. */
const FORGOTTEN_AFTER_MS = 2 * CLOSED_MS_MAX;

/**
 * What was tried under one PSU-ID, whether a PSU has it or not, over all authorisations and sign-ins (RTS 2018/389 Art. 4
 * (3) b: five failures in a row at most). Kept by its hash, because people type other secrets into that field too.
 */
export const PsuAttempts = z.object({
  _id: z.string(),
  /** Wrong passwords and codes in a row, and those being judged at the moment. */
  failures: z.int().optional(),
  /** From then on failures that used up the attempts, but closed nothing because a service died, count no more. */
  until: z.date().optional(),
  /** How often in a row it was closed, and until when it is. */
  closings: z.int().optional(),
  closedUntil: z.date().optional(),
  /** Codes and questions sent without an answer, and from when on they count no more. */
  challengesSent: z.int().optional(),
  challengesUntil: z.date().optional(),
  forgetAt: z.date(),
});
export type PsuAttempts = z.infer<typeof PsuAttempts>;

export const PSU_ATTEMPTS = storedCollection('psuAttempts', PsuAttempts, {
  indexes: [{ key: { forgetAt: 1 }, expireAfterSeconds: 0 }],
});

/**
 * Takes one of the attempts of a PSU-ID before anything is judged, so that guesses of the same moment anywhere never have
 * more than the permitted number. Returns how many are left; undefined while the PSU-ID is closed.
 */
export async function takePsuAttempt(room: ScaRoom, psuId: string): Promise<number | undefined> {
  const { psuFailuresMax: max, signInClosedMinutes } = room.profile.limits;
  const at = room.now();
  const isOpen: Filter<PsuAttempts> = {
    $and: [
      { $or: [{ closedUntil: { $exists: false } }, { closedUntil: { $lte: at } }] },
      { $or: [{ failures: { $exists: false } }, { failures: { $lt: max } }, { until: { $lte: at } }] },
    ],
  };
  const isOver = { $and: [{ $gte: ['$failures', max] }, { $lte: ['$until', at] }] };
  const before = { $cond: [isOver, 0, { $ifNull: ['$failures', 0] }] };
  const taken = await count(room, psuId, isOpen, {
    failures: { $add: [before, 1] },
    until: new Date(at.getTime() + signInClosedMinutes * MS_PER_MINUTE),
  });
  return taken === null ? undefined : max - (taken.failures ?? 0);
}

/** Gives an attempt back that was not a wrong one, or that could not be judged. */
export async function givePsuAttemptBack(room: ScaRoom, psuId: string): Promise<void> {
  await room.psuAttempts.updateOne({ _id: hashToken(psuId), failures: { $gt: 0 } }, { $inc: { failures: -1 } });
}

/** After a wrong input: closes the PSU-ID when it was the last one permitted, twice as long as the time before. */
export async function closeWhenUsedUp(room: ScaRoom, psuId: string): Promise<void> {
  const { psuFailuresMax, signInClosedMinutes } = room.profile.limits;
  const closings = { $ifNull: ['$closings', 0] };
  const longer = { $multiply: [signInClosedMinutes * MS_PER_MINUTE, { $pow: [2, { $min: [closings, 20] }] }] };
  await room.psuAttempts.updateOne({ _id: hashToken(psuId), failures: { $gte: psuFailuresMax } }, [
    {
      $set: {
        failures: 0,
        closings: { $add: [closings, 1] },
        closedUntil: { $add: [room.now(), { $toLong: { $min: [longer, CLOSED_MS_MAX] } }] },
      },
    },
  ]);
}

/** Takes one of the codes, or questions to a device, that may be sent without an answer; false when none is left. */
export async function takePsuChallenge(room: ScaRoom, psuId: string): Promise<boolean> {
  const at = room.now();
  const isLeft: Filter<PsuAttempts> = {
    $or: [
      { challengesSent: { $exists: false } },
      { challengesSent: { $lt: CHALLENGES_MAX } },
      { challengesUntil: { $lte: at } },
    ],
  };
  const isOver = { $lte: [{ $ifNull: ['$challengesUntil', at] }, at] };
  const taken = await count(room, psuId, isLeft, {
    challengesSent: { $add: [{ $cond: [isOver, 0, { $ifNull: ['$challengesSent', 0] }] }, 1] },
    challengesUntil: new Date(at.getTime() + room.profile.limits.signInClosedMinutes * MS_PER_MINUTE),
  });
  return taken !== null;
}

/** The PSU has shown a second factor: what was tried before counts no more. */
export async function forgetPsuAttempts(room: ScaRoom, psuId: string): Promise<void> {
  await room.psuAttempts.deleteOne({ _id: hashToken(psuId) });
}

async function count(
  room: ScaRoom,
  psuId: string,
  where: Filter<PsuAttempts>,
  fields: Document,
): Promise<PsuAttempts | null> {
  const filter = { ...where, _id: hashToken(psuId) };
  const forgetAt = new Date(room.now().getTime() + FORGOTTEN_AFTER_MS);
  const update: Document[] = [{ $set: { ...fields, forgetAt } }];
  const options = { returnDocument: 'after' } as const;
  try {
    return await room.psuAttempts.findOneAndUpdate(filter, update, { ...options, upsert: true });
  } catch (error) {
    // None is left, or another attempt made the document at the same moment.
    if (!isDuplicateKey(error)) throw error;
    return room.psuAttempts.findOneAndUpdate(filter, update, options);
  }
}
