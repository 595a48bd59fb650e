import { z } from 'zod';
import { neededUnless } from '../wire-types.ts';

const Ids = z.array(z.string().min(1).max(100)).min(1, 'must not be empty');

/**
 * Body of `POST /v1/signing-baskets` (Implementation Guidelines, Establish Signing Basket Request). Unknown fields are
 * ignored.
 */
export const SigningBasket = z
  .object({ paymentIds: Ids.optional(), consentIds: Ids.optional() })
  .refine(...neededUnless('paymentIds', 'consentIds', 'is needed, or consentIds'));
export type SigningBasket = z.infer<typeof SigningBasket>;
