import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Remaining requests of a TPP, shared by all replicas (token bucket). */
export const TokenBucket = z.object({
  _id: z.string(),
  tokens: z.number(),
  /** Tokens granted to the last replica that asked. */
  granted: z.number(),
  at: z.date(),
});
export type TokenBucket = z.infer<typeof TokenBucket>;

/** An unused bucket is full again after this time and needs no document. */
const EXPIRES_AFTER_SECONDS = 3_600;

export const TOKEN_BUCKETS = storedCollection('tokenBuckets', TokenBucket, {
  indexes: [{ key: { at: 1 }, expireAfterSeconds: EXPIRES_AFTER_SECONDS }],
});
