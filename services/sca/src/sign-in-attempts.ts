import { isDuplicateKey, storedCollection } from '@xs2a/service-kit';
import type { Document, Filter } from 'mongodb';
import { z } from 'zod';
import { CHALLENGES_MAX } from './challenge.ts';
import type { ScaRoom } from './room.ts';
import { hashToken } from './session-token.ts';

const MS_PER_MINUTE = 60_000;

/**
 * What was tried under one PSU-ID, whether a PSU has it or not: by its hash, because people type other secrets into that
 * field too. A sign-in has no resource that a TPP made, so nothing else bounds how often one is begun.
 */
export const SignInAttempts = z.object({
  _id: z.string(),
  /** Wrong passwords and codes, and those being judged at the moment. */
  failures: z.int(),
  challengesSent: z.int(),
  /** From then on nothing of this counts any more. */
  until: z.date(),
});
export type SignInAttempts = z.infer<typeof SignInAttempts>;

export const SIGN_IN_ATTEMPTS = storedCollection('signInAttempts', SignInAttempts, {
  indexes: [{ key: { until: 1 }, expireAfterSeconds: 0 }],
});

type Counted = 'failures' | 'challengesSent';

/**
 * Takes one of the attempts, or codes, of a PSU-ID before anything is judged or sent, so that guesses of the same moment
 * in any number of sign-ins never have more than the permitted number. Returns how many are left; undefined for none.
 */
export async function takeSignInAttempt(room: ScaRoom, psuId: string, counted: Counted): Promise<number | undefined> {
  const { wrongCredentialsMax, signInClosedMinutes } = room.profile.limits;
  const max = counted === 'failures' ? wrongCredentialsMax : CHALLENGES_MAX;
  const at = room.now();
  const left: Filter<SignInAttempts> = {
    _id: hashToken(psuId),
    $or: [{ [counted]: { $lt: max } }, { until: { $lte: at } }],
  };
  // A document that is new has no `until`: it is as one that is over.
  const before = (field: Counted): object => ({ $cond: [{ $lte: ['$until', at] }, 0, `$${field}`] });
  const fields = { failures: before('failures'), challengesSent: before('challengesSent') };
  const until = new Date(at.getTime() + signInClosedMinutes * MS_PER_MINUTE);
  const count: Document[] = [{ $set: { ...fields, [counted]: { $add: [before(counted), 1] }, until } }];
  const options = { returnDocument: 'after' } as const;
  let taken: SignInAttempts | null;
  try {
    taken = await room.signInAttempts.findOneAndUpdate(left, count, { ...options, upsert: true });
  } catch (error) {
    // None is left, or another attempt made the document at the same moment.
    if (!isDuplicateKey(error)) throw error;
    taken = await room.signInAttempts.findOneAndUpdate(left, count, options);
  }
  return taken === null ? undefined : max - taken[counted];
}

/** Gives an attempt back that was not a wrong one, or that could not be judged. */
export async function giveBackSignInAttempt(room: ScaRoom, psuId: string): Promise<void> {
  await room.signInAttempts.updateOne({ _id: hashToken(psuId), failures: { $gt: 0 } }, { $inc: { failures: -1 } });
}

/** The PSU has shown both factors: what was tried before counts no more. */
export async function forgetSignInAttempts(room: ScaRoom, psuId: string): Promise<void> {
  await room.signInAttempts.deleteOne({ _id: hashToken(psuId) });
}
