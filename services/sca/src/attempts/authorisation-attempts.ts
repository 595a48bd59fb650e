import type { Situation } from '@xs2a/contracts';
import { findById } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { ScaContext } from '../context.ts';
import { UPDATES_KEPT } from '../model/answered-update.ts';
import type { Authorisation } from '../model/authorisation.ts';
import type { AttemptId } from './attempt-of-form.ts';
import { inConstantTime } from './constant-time.ts';
import { lockAtLimit, lockedForSeconds, returnPsuAttempt, takePsuAttempt } from './psu-attempts.ts';

/**
 * The result of an attempt. Input was not verified if the PSU-ID is `closed`, the attempts are `usedUp`, or the authorisation has
 * `moved` to another status in between.
 */
export type AttemptResult<Verdict> =
  | { readonly kind: 'verified'; readonly verdict: Exclude<Verdict, 'wrong'>; readonly authorisation: Authorisation }
  | {
      readonly kind: 'wrong';
      readonly authorisation: Authorisation;
      readonly attemptsLeft: number;
      /** Error to return, if the TPP may learn it. */
      readonly situation?: Situation;
      readonly retryAfterSeconds?: number | undefined;
    }
  | { readonly kind: 'closed'; readonly authorisation: Authorisation; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: 'usedUp' | 'moved'; readonly authorisation: Authorisation };

/** Wrong input that may be named to the TPP. */
interface NamedWrong {
  readonly wrong: Situation;
}

/** Owner of an attempt. An attempt with an id counts once, however often its request is repeated. */
interface Attempt extends AttemptId {
  readonly psuId: string;
}

type Verify<Verdict> = (authorisation: Authorisation) => Promise<Verdict | 'wrong' | NamedWrong>;

/**
 * Verifies a password or an answer within the attempt limits. First takes one attempt of the authorisation and one of the PSU,
 * each in a guarded write, so that simultaneous guesses never exceed the limits. Returns both attempts if the input was right or
 * could not be verified.
 */
export function verifyWithinLimits<Verdict>(
  context: ScaContext,
  found: Authorisation,
  of: Attempt,
  verify: Verify<Verdict>,
): Promise<AttemptResult<Verdict>> {
  return inConstantTime(
    ({ kind }) => kind !== 'verified',
    () => attempt(context, found, of, verify),
  );
}

async function attempt<Verdict>(
  context: ScaContext,
  found: Authorisation,
  { psuId, attemptId, isNotedWhenTaken }: Attempt,
  verify: Verify<Verdict>,
): Promise<AttemptResult<Verdict>> {
  const taken = await takeAttempt(context, found, { attemptId, isNotedWhenTaken });
  if (taken === null) {
    const present = (await findById(context.authorisations, found._id)) ?? found;
    return { kind: isUsedUp(context, present) ? 'usedUp' : 'moved', authorisation: present };
  }
  const giveBack = (psuAttemptsLeft: number): Promise<Authorisation> =>
    returnAttempt(context, taken, psuAttemptsLeft, attemptId);
  const psuAttemptsLeft = await takePsuAttempt(context, psuId, attemptId);
  if (psuAttemptsLeft === undefined) {
    const retryAfterSeconds = await lockedForSeconds(context, psuId);
    return { kind: 'closed', authorisation: await giveBack(0), retryAfterSeconds };
  }
  const returnBoth = async (): Promise<Authorisation> => {
    await returnPsuAttempt(context, psuId, attemptId);
    return giveBack(psuAttemptsLeft + 1);
  };
  let verdict: Verdict | 'wrong' | NamedWrong;
  try {
    verdict = await verify(taken);
  } catch (error) {
    await returnBoth();
    throw error;
  }
  const named = isNamedWrong(verdict) ? { situation: verdict.wrong } : {};
  if (verdict !== 'wrong' && !isNamedWrong(verdict)) {
    return { kind: 'verified', verdict: verdict as Exclude<Verdict, 'wrong'>, authorisation: await returnBoth() };
  }
  await lockAtLimit(context, psuId);
  const attemptsLeft = Math.min(psuAttemptsLeft, context.profile.limits.wrongCredentialsMax - taken.failures);
  await storeAttemptsLeft(context, taken, attemptsLeft);
  const retryAfterSeconds = psuAttemptsLeft > 0 ? undefined : await lockedForSeconds(context, psuId);
  return { kind: 'wrong', authorisation: taken, attemptsLeft, retryAfterSeconds, ...named };
}

function isNamedWrong(verdict: unknown): verdict is NamedWrong {
  return typeof verdict === 'object' && verdict !== null && 'wrong' in verdict;
}

/** Takes one of the authorisation's attempts. Null if none is left, or if its status moved in between. */
async function takeAttempt(
  { authorisations, profile, now }: ScaContext,
  { _id, scaStatus }: Authorisation,
  { attemptId, isNotedWhenTaken }: AttemptId,
): Promise<Authorisation | null> {
  const isLeft = { _id, scaStatus, failures: { $lt: profile.limits.wrongCredentialsMax } };
  const count = { $inc: { failures: 1 } };
  const after = { returnDocument: 'after' } as const;
  if (attemptId === undefined) return authorisations.findOneAndUpdate(isLeft, count, after);
  if (isNotedWhenTaken) {
    const at = now();
    const noted = { hash: attemptId, kid: 'form', at, heldUntil: at, attempt: true };
    const isNew = { 'updates.hash': { $ne: attemptId } };
    const note = { updates: { $each: [noted], $slice: -UPDATES_KEPT } };
    const first = await authorisations.findOneAndUpdate({ ...isLeft, ...isNew }, { ...count, $push: note }, after);
    if (first !== null) return first;
  }
  const isFree = { updates: { $elemMatch: { hash: attemptId, attempt: { $ne: true } } } };
  const taken = await authorisations.findOneAndUpdate(
    { ...isLeft, ...isFree },
    { ...count, $set: { 'updates.$.attempt': true } },
    after,
  );
  // The same request took the attempt, and was cut off before it was answered.
  return taken ?? authorisations.findOne({ _id, scaStatus, ...holds(attemptId) });
}

/** Whether the attempt is counted under this id. */
function holds(attemptId: string): Filter<Authorisation> {
  return { updates: { $elemMatch: { hash: attemptId, attempt: true } } };
}

/** Stores the attempts left for the psuMessage. Of several simultaneous failures, the lowest number is kept. */
async function storeAttemptsLeft(context: ScaContext, { _id }: Authorisation, attemptsLeft: number): Promise<void> {
  await context.authorisations.updateOne({ _id }, { $min: { attemptsLeft } });
}

async function returnAttempt(
  context: ScaContext,
  { attemptsLeft: _before, ...authorisation }: Authorisation,
  psuAttemptsLeft: number,
  attemptId: string | undefined,
): Promise<Authorisation> {
  const max = context.profile.limits.wrongCredentialsMax;
  const failures = authorisation.failures - 1;
  const attemptsLeft = Math.min(psuAttemptsLeft, max - failures);
  const isReduced = attemptsLeft < max;
  await context.authorisations.updateOne(
    { _id: authorisation._id, failures: { $gt: 0 }, ...(attemptId !== undefined && holds(attemptId)) },
    {
      $inc: { failures: -1 },
      $set: {
        ...(isReduced && { attemptsLeft }),
        ...(attemptId !== undefined && { 'updates.$.attempt': false }),
      },
      ...(!isReduced && { $unset: { attemptsLeft: '' } }),
    },
  );
  return { ...authorisation, failures, ...(isReduced && { attemptsLeft }) };
}

/** Whether the authorisation's own attempts are used up, regardless of those of the PSU. */
export function isUsedUp(context: Pick<ScaContext, 'profile'>, { failures }: Pick<Authorisation, 'failures'>): boolean {
  return failures >= context.profile.limits.wrongCredentialsMax;
}
