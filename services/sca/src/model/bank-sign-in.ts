import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/**
 * A pending sign-in at the bank's identity provider. Deleted when the answer arrives, so that an answer counts once. PKCE
 * verifier and nonce are derived from a key that only the browser holds.
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
