import { type ScaMethod, Xs2aError } from '@xs2a/contracts';
import { UnclearOutcome } from '@xs2a/service-kit';
import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { countPsuChallenge, HELD_MS, reservePsuChallenge, returnPsuChallenge } from '../attempts/psu-challenges.ts';
import type { ScaContext } from '../context.ts';
import type { AskedChallenge } from '../model/challenge.ts';
import { challengeUntil, newChallenge } from './new-challenge.ts';

/** An authorisation or a sign-in for which challenges are sent. */
interface Holder extends Document {
  _id: string;
  scaStatus: string;
  contentHash: string;
  challengesSent?: number | undefined;
  challengesAsked?: AskedChallenge[] | undefined;
  challengeChanges?: number | undefined;
}

interface Reservation<T extends Holder> {
  readonly collection: Collection<T>;
  readonly holder: T;
  readonly method: ScaMethod;
  /** The PSU whose unanswered challenges are limited too, because it has not shown a password yet or is signing in. */
  readonly limitedPsu: string | undefined;
  /** Maximum number for the holder; if omitted, only the limit of the PSU applies. */
  readonly max?: number;
}

/**
 * Sends a challenge within the limits (decision 39). It is stored as in flight before the bank is asked, because a device may
 * answer at once, and counts as sent once the bank confirms it. A challenge that the bank did not send does not count. After an
 * unclear outcome, or a crash, it counts for {@link HELD_MS}; the next attempt for the same method and content repeats its id, so
 * that the bank sends it once. Returns null if the limit is reached.
 */
export async function sendWithinLimits<T extends Holder, Sent>(
  context: ScaContext,
  reservation: Reservation<T>,
  send: (asked: AskedChallenge) => Promise<Sent>,
): Promise<{ asked: AskedChallenge; sent: Sent } | null> {
  const asked = await reserve(context, reservation);
  if (asked === null) return null;
  let sent: Sent;
  try {
    sent = await send(asked);
  } catch (error) {
    if (!(error instanceof UnclearOutcome)) await giveBack(context, reservation, asked);
    throw error;
  }
  await count(context, reservation, asked);
  return { asked, sent };
}

async function reserve<T extends Holder>(
  context: ScaContext,
  { collection, holder, method, limitedPsu, max = Infinity }: Reservation<T>,
): Promise<AskedChallenge | null> {
  const at = context.now();
  const { _id, scaStatus, contentHash, challengesSent = 0, challengesAsked = [] } = holder;
  if (challengesSent >= max) return null;
  const { authenticationMethodId } = method;
  const repeated = challengesAsked.find(
    (asked) =>
      asked.authenticationMethodId === authenticationMethodId &&
      asked.contentHash === contentHash &&
      isRepeatable(context, asked, at),
  );
  const others = challengesAsked.filter((asked) => asked !== repeated);
  if (challengesSent + others.filter((asked) => isHeld(asked, at)).length >= max) {
    throw new Xs2aError('serviceUnavailable', { cause: new Error('other challenges are on their way') });
  }
  const wasHeld = repeated !== undefined && isHeld(repeated, at);
  if (limitedPsu !== undefined && !wasHeld && !(await reservePsuChallenge(context, limitedPsu))) return null;
  const asked: AskedChallenge = {
    ...(repeated ?? newChallenge(context, method.authenticationType === 'PUSH_OTP')),
    authenticationMethodId,
    contentHash,
    inFlight: (wasHeld ? (repeated.inFlight ?? 0) : 0) + 1,
    heldUntil: new Date(at.getTime() + HELD_MS),
  };
  const unchanged = {
    _id,
    scaStatus,
    challengesSent: holder.challengesSent ?? { $exists: false },
    challengeChanges: holder.challengeChanges ?? { $exists: false },
  };
  const update = { $set: { challengesAsked: [...others, asked] }, $inc: { challengeChanges: 1 } };
  const stored = await collection.updateOne(unchanged as unknown as Filter<T>, update as unknown as UpdateFilter<T>);
  if (stored.modifiedCount === 1) return asked;
  if (limitedPsu !== undefined && !wasHeld) await returnPsuChallenge(context, limitedPsu);
  throw new Xs2aError('statusConflict');
}

function isHeld({ inFlight = 0, heldUntil, sentAt }: AskedChallenge, at: Date): boolean {
  return sentAt === undefined && inFlight > 0 && heldUntil !== undefined && heldUntil > at;
}

/**
 * Whether a challenge was not sent, as far as is known. A code that the bank sent without confirming it would still be valid for
 * a while.
 */
function isRepeatable({ profile }: ScaContext, { sentAt, until }: AskedChallenge, at: Date): boolean {
  const lifetimeMs = challengeUntil(profile, at).getTime() - at.getTime();
  return sentAt === undefined && until.getTime() - at.getTime() > lifetimeMs / 2;
}

async function giveBack<T extends Holder>(
  context: ScaContext,
  { collection, holder, limitedPsu }: Reservation<T>,
  { id }: AskedChallenge,
): Promise<void> {
  const filter = { _id: holder._id, challengesAsked: { $elemMatch: { id, inFlight: { $gt: 0 } } } };
  const update = { $inc: { 'challengesAsked.$.inFlight': -1, challengeChanges: 1 } };
  const after = (await collection.findOneAndUpdate(
    filter as unknown as Filter<T>,
    update as unknown as UpdateFilter<T>,
    { returnDocument: 'after' },
  )) as Holder | null;
  const released = after?.challengesAsked?.find((asked) => asked.id === id);
  if (limitedPsu !== undefined && released?.inFlight === 0) await returnPsuChallenge(context, limitedPsu);
}

async function count<T extends Holder>(
  context: ScaContext,
  { collection, holder, limitedPsu }: Reservation<T>,
  { id }: AskedChallenge,
): Promise<void> {
  const filter = { _id: holder._id, challengesAsked: { $elemMatch: { id, sentAt: { $exists: false } } } };
  const update = {
    $set: { 'challengesAsked.$.sentAt': context.now(), 'challengesAsked.$.inFlight': 0 },
    $inc: { challengesSent: 1, challengeChanges: 1 },
  };
  const { modifiedCount } = await collection.updateOne(
    filter as unknown as Filter<T>,
    update as unknown as UpdateFilter<T>,
  );
  // Otherwise the same challenge was repeated at the same moment, and the other request counted it.
  if (modifiedCount === 1 && limitedPsu !== undefined) await countPsuChallenge(context, limitedPsu);
}
