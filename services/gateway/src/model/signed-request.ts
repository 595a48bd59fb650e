import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** What a signed request was for, where its signature does not say so (decision 26). Hashes alone: nobody's data are kept. */
export const SignedRequest = z.object({
  /** Of TPP and X-Request-ID. */
  _id: z.string(),
  /** Of method, address and Consent-ID. */
  target: z.string(),
  expiresAt: z.date(),
});
export type SignedRequest = z.infer<typeof SignedRequest>;

export const SIGNED_REQUESTS = storedCollection('signedRequests', SignedRequest, {
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
});
