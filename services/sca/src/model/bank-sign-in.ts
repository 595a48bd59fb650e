import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/**
 * A PSU on its way to the bank's identity provider. It is deleted when the answer comes, so that an answer counts once. The
 * secrets of the way (PKCE verifier, nonce) follow from a key that the browser alone holds.
 */
export const BankSignIn = z.object({
  /** Hash of `state`. */
  _id: z.string(),
  browser: z.string(),
  /** Purpose of the sign-in. */
  subject: z.string(),
  at: z.date(),
  until: z.date(),
});
export type BankSignIn = z.infer<typeof BankSignIn>;

export const BANK_SIGN_INS = storedCollection('bankSignIns', BankSignIn, {
  indexes: [{ key: { until: 1 }, expireAfterSeconds: 0 }],
});
