import type { verifyChallenge as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import { type PresenceContext, requirePresence } from '../access/presence.ts';
import { matchesCode } from '../challenges/one-time-code.ts';
import type { BankContext } from '../context.ts';
import type { Challenge } from '../model/challenge.ts';

/** Maximum number of codes checked for one challenge. After that every code is wrong. */
const CODE_ATTEMPTS_MAX = 5;

type Request = RequestOf<typeof operation>;
type Verdict = ReplyOf<typeof operation>['verdict'];

/**
 * Checks a code. The verdict is returned only after a guarded write has counted its attempt. Parallel guesses therefore get
 * no extra attempts, and a code is accepted once.
 */
export async function verifyChallenge(
  context: Pick<BankContext, 'challenges'> & PresenceContext,
  request: Request,
): Promise<ReplyOf<typeof operation>> {
  const { challenges, now } = context;
  const { challengeId, attemptId, contentHash, code } = request;
  // Each lost round means that another attempt was counted. There cannot be more rounds than attempts.
  for (let round = 0; round <= CODE_ATTEMPTS_MAX; round++) {
    const challenge = await challenges.findOne({ _id: challengeId });
    if (challenge === null) return { verdict: 'wrong' };
    await requirePresence(context, [challenge.psuId]);
    const known = knownVerdict(challenge, attemptId, now());
    if (known !== undefined) return { verdict: known };
    const verdict = matchesCode({ challengeId, contentHash, code }, challenge) ? 'accepted' : 'wrong';
    const counted = await challenges.updateOne(
      { _id: challengeId, accepted: false, attempts: { $size: challenge.attempts.length } },
      { $push: { attempts: { attemptId, verdict } }, $set: { accepted: verdict === 'accepted' } },
    );
    if (counted.modifiedCount === 1) return { verdict };
  }
  return { verdict: 'wrong' };
}

/** Returns a verdict that does not depend on the code. */
function knownVerdict({ attempts, accepted, expiresAt }: Challenge, attemptId: string, now: Date): Verdict | undefined {
  const repeated = attempts.find((attempt) => attempt.attemptId === attemptId);
  if (repeated !== undefined) return repeated.verdict;
  if (accepted || attempts.length >= CODE_ATTEMPTS_MAX) return 'wrong';
  return now >= expiresAt ? 'expired' : undefined;
}
