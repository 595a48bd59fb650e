import { z } from 'zod';
import { PaymentService } from '../interface/payment-products.ts';

/** Settings of signing baskets. */
export const SigningBaskets = z
  .strictObject({
    membersMax: z.int().min(1).max(200).describe('maximum number of payments and consents in one basket'),
    services: z
      .array(PaymentService)
      .describe(
        'payment services whose payments may be grouped; without any, and without consents, baskets are not offered (404)',
      ),
    consents: z.boolean().describe('whether consents may be grouped too'),
    sameProduct: z.boolean().describe('whether all payments must be of one service and product'),
    sameDebtorAccount: z.boolean().describe('whether all payments must be from one account'),
    settledStatus: z
      .boolean()
      .describe('whether the status of a basket is answered as ACSC once every payment in it is settled'),
  })
  .describe('what may be grouped in a signing basket (decision 23)');
