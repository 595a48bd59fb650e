import { z } from 'zod';
import { operation } from '../operation.ts';

/** Milliseconds within which the bank decides on an instant payment whose time is over. */
export const DECISION_MS_MAX = 1_000;

/**
 * Asks for the final outcome of an instant payment whose time is up. What the bank has not executed by then it never executes:
 * the answer is final, and stored before it is sent.
 */
export const concludePayment = operation('bank.concludePayment', {
  hop: 'bank',
  request: z.object({ paymentId: z.string() }),
  reply: z.object({
    transactionStatus: z
      .enum(['ACSC', 'ACCC', 'RJCT', 'CANC'])
      .describe('RJCT also for a payment that has not arrived: it is rejected when it does.'),
    reasonCode: z.string().max(4).optional().describe('With RJCT: ISO 20022 reason code, such as AB11 (time-out).'),
  }),
});

/**
 * Tells the bank that an instant payment was ended as rejected, because the bank did not answer in time. If the bank has executed
 * it, it credits the amount to the debtor again, whether or not it gets it back. Idempotent by `paymentId`.
 */
export const returnPayment = operation('bank.returnPayment', {
  hop: 'bank',
  request: z.object({ paymentId: z.string() }),
  reply: z.object({ returned: z.boolean().describe('False if it was never executed, and now never will be.') }),
});
