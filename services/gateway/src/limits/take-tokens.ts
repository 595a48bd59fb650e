import type { Collection } from 'mongodb';
import type { TokenBucket } from '../model/token-bucket.ts';

/** Refill rate and capacity of a bucket. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Takes up to `wanted` tokens of a TPP in one guarded write and returns the number taken. Uses the database clock, which all
 * replicas share.
 */
export async function takeTokens(
  buckets: Collection<TokenBucket>,
  tppId: string,
  { perSecond, burst }: Rate,
  wanted: number,
): Promise<number> {
  const seconds = { $divide: [{ $subtract: ['$$NOW', { $ifNull: ['$at', '$$NOW'] }] }, 1_000] };
  const filled = { $add: [{ $ifNull: ['$tokens', burst] }, { $multiply: [{ $max: [seconds, 0] }, perSecond] }] };
  const bucket = await buckets.findOneAndUpdate(
    { _id: tppId },
    [
      { $set: { tokens: { $min: [burst, filled] }, at: '$$NOW' } },
      { $set: { granted: { $min: [wanted, { $floor: '$tokens' }] } } },
      { $set: { tokens: { $subtract: ['$tokens', '$granted'] } } },
    ],
    { upsert: true, returnDocument: 'after', writeConcern: { w: 1, journal: false } },
  );
  return bucket?.granted ?? 0;
}
