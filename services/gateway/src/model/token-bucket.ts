import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** The requests that a TPP has left, shared by all replicas (token bucket). */
export const TokenBucket = z.object({
  _id: z.string(),
  tokens: z.number(),
  /** Tokens granted to the last replica that asked. */
  granted: z.number(),
  at: z.date(),
});
export type TokenBucket = z.infer<typeof TokenBucket>;

/** A bucket that nobody used for so long is full again and needs no document. */
const EXPIRES_AFTER_SECONDS = 3_600;

export const TOKEN_BUCKETS = storedCollection('tokenBuckets', TokenBucket, {
  indexes: [{ key: { at: 1 }, expireAfterSeconds: EXPIRES_AFTER_SECONDS }],
});
