import { z } from 'zod';

const Ids = z.array(z.string().min(1).max(100)).min(1, 'must not be empty');

/**
 * Body of `POST /v1/signing-baskets` (Implementation Guidelines, Establish Signing Basket Request). Unknown fields are
 * ignored.
 */
export const SigningBasket = z
  .object({ paymentIds: Ids.optional(), consentIds: Ids.optional() })
  .refine(({ paymentIds, consentIds }) => paymentIds !== undefined || consentIds !== undefined, {
    error: 'is needed, or consentIds',
    path: ['paymentIds'],
  });
export type SigningBasket = z.infer<typeof SigningBasket>;
