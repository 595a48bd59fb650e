import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Purpose of a signed request whose signature does not cover it (decision 26). Hashes only: no personal data is stored. */
export const SignedRequest = z.object({
  /** Hash of TPP and X-Request-ID. */
  _id: z.string(),
  /** Hash of method, address and Consent-ID. */
  target: z.string(),
  expiresAt: z.date(),
});
export type SignedRequest = z.infer<typeof SignedRequest>;

export const SIGNED_REQUESTS = storedCollection('signedRequests', SignedRequest, {
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
});
