import type { Situation } from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';
import { inEvenTime } from './constant-time.ts';
import { closeWhenUsedUp, givePsuAttemptBack, takePsuAttempt } from './psu-attempts.ts';

/** What became of an attempt: `closed` and `usedUp` were not judged. */
export type Attempted<Verdict> =
  | { readonly kind: 'judged'; readonly verdict: Exclude<Verdict, 'wrong'>; readonly authorisation: Authorisation }
  | {
      readonly kind: 'wrong';
      readonly authorisation: Authorisation;
      readonly attemptsLeft: number;
      /** What was wrong, where it may be told. */
      readonly situation?: Situation;
    }
  | { readonly kind: 'closed' | 'usedUp'; readonly authorisation: Authorisation };

/** A wrong input of which the TPP is told what was wrong. */
interface NamedWrong {
  readonly wrong: Situation;
}

type Judge<Verdict> = (authorisation: Authorisation) => Promise<Verdict | 'wrong' | NamedWrong>;

/**
 * Judges a password or code, after one attempt of the authorisation and one of the PSU was taken in a guarded write
 * each: guesses sent at the same moment each take one, so that never more than the permitted number is judged. What was
 * not wrong, or could not be judged, gives both back.
 */
export function attempt<Verdict>(
  room: ScaRoom,
  found: Authorisation,
  psuId: string,
  judge: Judge<Verdict>,
): Promise<Attempted<Verdict>> {
  return inEvenTime(
    ({ kind }) => kind !== 'judged',
    () => attemptAtOnce(room, found, psuId, judge),
  );
}

async function attemptAtOnce<Verdict>(
  room: ScaRoom,
  found: Authorisation,
  psuId: string,
  judge: Judge<Verdict>,
): Promise<Attempted<Verdict>> {
  const taken = await takeAttempt(room, found);
  if (taken === null) return { kind: 'usedUp', authorisation: found };
  const psuAttemptsLeft = await takePsuAttempt(room, psuId);
  if (psuAttemptsLeft === undefined) return { kind: 'closed', authorisation: await giveBackAttempt(room, taken, 0) };
  const giveBack = async (): Promise<Authorisation> => {
    await givePsuAttemptBack(room, psuId);
    return giveBackAttempt(room, taken, psuAttemptsLeft + 1);
  };
  let verdict: Verdict | 'wrong' | NamedWrong;
  try {
    verdict = await judge(taken);
  } catch (error) {
    await giveBack();
    throw error;
  }
  const named = isNamedWrong(verdict) ? { situation: verdict.wrong } : {};
  if (verdict !== 'wrong' && !isNamedWrong(verdict)) {
    return { kind: 'judged', verdict: verdict as Exclude<Verdict, 'wrong'>, authorisation: await giveBack() };
  }
  await closeWhenUsedUp(room, psuId);
  const attemptsLeft = Math.min(psuAttemptsLeft, room.profile.limits.wrongCredentialsMax - taken.failures);
  await noteAttemptsLeft(room, taken, attemptsLeft);
  return { kind: 'wrong', authorisation: taken, attemptsLeft, ...named };
}

function isNamedWrong(verdict: unknown): verdict is NamedWrong {
  return typeof verdict === 'object' && verdict !== null && 'wrong' in verdict;
}

/** Takes one of the authorisation's attempts; null when none is left, or it was moved meanwhile. */
export async function takeAttempt(room: ScaRoom, { _id, scaStatus }: Authorisation): Promise<Authorisation | null> {
  return room.authorisations.findOneAndUpdate(
    { _id, scaStatus, failures: { $lt: room.profile.limits.wrongCredentialsMax } },
    { $inc: { failures: 1 } },
    { returnDocument: 'after' },
  );
}

/** After a wrong input: what the TPP is to tell the PSU. Of several at the same moment the fewest count. */
export async function noteAttemptsLeft(room: ScaRoom, { _id }: Authorisation, attemptsLeft: number): Promise<void> {
  await room.authorisations.updateOne({ _id }, { $min: { attemptsLeft } });
}

async function giveBackAttempt(
  room: ScaRoom,
  { attemptsLeft: _before, ...authorisation }: Authorisation,
  psuAttemptsLeft: number,
): Promise<Authorisation> {
  const max = room.profile.limits.wrongCredentialsMax;
  const failures = authorisation.failures - 1;
  const attemptsLeft = Math.min(psuAttemptsLeft, max - failures);
  const isReduced = attemptsLeft < max;
  await room.authorisations.updateOne(
    { _id: authorisation._id, failures: { $gt: 0 } },
    { $inc: { failures: -1 }, ...(isReduced ? { $set: { attemptsLeft } } : { $unset: { attemptsLeft: '' } }) },
  );
  return { ...authorisation, failures, ...(isReduced && { attemptsLeft }) };
}

/** Whether the authorisation has used up its own attempts, whatever those of the PSU. */
export function isUsedUp(room: ScaRoom, { failures }: Authorisation): boolean {
  return failures >= room.profile.limits.wrongCredentialsMax;
}
