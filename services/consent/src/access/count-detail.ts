import { type AccessQuota, REPEATED_WITHIN_MS } from '@xs2a/contracts';
import { isDuplicateKey, secondsToNextDay } from '@xs2a/service-kit';
import type { Document } from 'mongodb';
import type { ConsentContext } from '../context.ts';
import type { Consent } from '../model/consent.ts';
import { REPEATS_MAX } from './lost-answers.ts';

const MS_PER_MINUTE = 60_000;
/** Retention time, above the length of a counting day. */
const KEPT_MS = 2 * 86_400_000;

/** One access to the details of a transaction, without the PSU or under a one-off consent. */
export interface DetailRead {
  readonly day: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly requestId: string;
  readonly at: Date;
}

/** Remaining accesses to a transaction, and whether this access was counted. */
interface CountedDetail {
  readonly isServed: boolean;
  readonly accessQuota: AccessQuota;
}

/**
 * Counts an access to the details of one transaction: the limit of the consent applies to each transaction (decision 18). The
 * write that counts also checks the limit. `isCounted` is false for a read that costs no access.
 */
export async function countDetail(
  context: Pick<ConsentContext, 'detailAccesses' | 'profile'>,
  consent: Pick<Consent, '_id' | 'frequencyPerDay' | 'recurringIndicator'>,
  read: DetailRead,
  isCounted: boolean,
): Promise<CountedDetail> {
  const { detailAccesses, profile } = context;
  const { frequencyPerDay: limit, recurringIndicator } = consent;
  const { day, accountId, transactionId, at } = read;
  const _id = [consent._id, day, accountId, transactionId].join(' ');
  const used = isCounted ? await addAccess(context, { _id, limit }, read) : undefined;
  const times = used ?? (await detailAccesses.findOne({ _id }))?.times ?? 0;
  const remaining = Math.max(limit - times, 0);
  const resetSeconds = recurringIndicator ? { resetSeconds: secondsToNextDay(at, profile) } : {};
  return { isServed: !isCounted || used !== undefined, accessQuota: { limit, remaining, ...resetSeconds } };
}

/** Returns the updated counter, or undefined if the limit was reached. */
async function addAccess(
  { detailAccesses, profile }: Pick<ConsentContext, 'detailAccesses' | 'profile'>,
  { _id, limit }: { _id: string; limit: number },
  { requestId, at }: DetailRead,
): Promise<number | undefined> {
  const since = new Date(at.getTime() - REPEATED_WITHIN_MS);
  // Without an expression in the filter, where MongoDB permits none in an upsert; as an expression in the update.
  const repeated = {
    'latest.requestId': requestId,
    'latest.at': { $gt: since },
    'latest.repeats': { $lt: REPEATS_MAX },
  };
  const isRepeated: Document = {
    $and: [
      { $eq: ['$latest.requestId', { $literal: requestId }] },
      { $gt: ['$latest.at', since] },
      { $lt: ['$latest.repeats', REPEATS_MAX] },
    ],
  };
  const keptMs = Math.max(KEPT_MS, 2 * profile.limits.oneOffUseMinutes * MS_PER_MINUTE);
  const latest = {
    requestId: { $literal: requestId },
    at: { $cond: [isRepeated, '$latest.at', at] },
    repeats: { $cond: [isRepeated, { $add: ['$latest.repeats', 1] }, 0] },
  };
  const times = { $add: [{ $ifNull: ['$times', 0] }, { $cond: [isRepeated, 0, 1] }] };
  const forgetAt = { $ifNull: ['$forgetAt', new Date(at.getTime() + keptMs)] };
  const add = async (): Promise<number | undefined> => {
    const stored = await detailAccesses.findOneAndUpdate(
      { _id, $or: [{ times: { $not: { $gte: limit } } }, repeated] },
      [{ $set: { times, latest, forgetAt } }],
      { upsert: true, returnDocument: 'after' },
    );
    return stored?.times;
  };
  // The counter exists, but the filter does not match: another first access was inserted meanwhile, or the limit is reached.
  return unlessDuplicate(add, () => unlessDuplicate(add, async () => undefined));
}

async function unlessDuplicate<T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicateKey(error)) return otherwise();
    throw error;
  }
}
