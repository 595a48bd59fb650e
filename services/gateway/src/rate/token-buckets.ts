import { storedCollection } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { z } from 'zod';

/** What is left of a TPP's requests, as all replicas share it. Full again after a while, and then gone. */
export const TokenBucket = z.object({
  _id: z.string(),
  tokens: z.number(),
  /** How many the last asker got. */
  granted: z.number(),
  at: z.date(),
});
export type TokenBucket = z.infer<typeof TokenBucket>;

const GONE_AFTER_SECONDS = 3_600;

export const TOKEN_BUCKETS = storedCollection('tokenBuckets', TokenBucket, {
  indexes: [{ key: { at: 1 }, expireAfterSeconds: GONE_AFTER_SECONDS }],
});

/** How fast a bucket fills, and how much it holds. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Takes up to `wanted` tokens of a TPP in one guarded write and gives how many there were. Time is that of the database,
 * which all replicas share.
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
