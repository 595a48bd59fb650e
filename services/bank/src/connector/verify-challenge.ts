import type { verifyChallenge as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { matchesCode } from '../challenges/one-time-code.ts';
import type { BankContext } from '../context.ts';
import type { Challenge } from '../model/challenge.ts';

/** Wrong codes that are judged for one challenge; after that every code is wrong. */
const ATTEMPTS_MAX = 5;

type Request = RequestOf<typeof operation>;
type Verdict = ReplyOf<typeof operation>['verdict'];

/**
 * Judges a code. The verdict is given only once its attempt is counted in a guarded write, so that parallel guesses
 * have no more tries than others, and one code is accepted once.
 */
export async function verifyChallenge(
  { challenges, now }: Pick<BankContext, 'challenges' | 'now'>,
  request: Request,
): Promise<ReplyOf<typeof operation>> {
  const { challengeId, attemptId, contentHash, code } = request;
  // Each round that is lost means that another attempt was counted: there are no more rounds than attempts.
  for (let round = 0; round <= ATTEMPTS_MAX; round++) {
    const challenge = await challenges.findOne({ _id: challengeId });
    if (challenge === null) return { verdict: 'wrong' };
    const settled = settledVerdict(challenge, attemptId, now());
    if (settled !== undefined) return { verdict: settled };
    const verdict = matchesCode({ challengeId, contentHash, code }, challenge) ? 'accepted' : 'wrong';
    const counted = await challenges.updateOne(
      { _id: challengeId, accepted: false, attempts: { $size: challenge.attempts.length } },
      { $push: { attempts: { attemptId, verdict } }, $set: { accepted: verdict === 'accepted' } },
    );
    if (counted.modifiedCount === 1) return { verdict };
  }
  return { verdict: 'wrong' };
}

/** The verdict that stands without looking at the code. */
function settledVerdict(
  { attempts, accepted, expiresAt }: Challenge,
  attemptId: string,
  now: Date,
): Verdict | undefined {
  const before = attempts.find((attempt) => attempt.attemptId === attemptId);
  if (before !== undefined) return before.verdict;
  if (accepted || attempts.length >= ATTEMPTS_MAX) return 'wrong';
  return now >= expiresAt ? 'expired' : undefined;
}
