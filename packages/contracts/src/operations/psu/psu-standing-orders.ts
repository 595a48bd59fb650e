import { z } from 'zod';
import { TransactionStatus } from '../../statuses/transaction-status.ts';
import { PeriodicPaymentContent } from '../../values/sca/sca-content.ts';
import { operation } from '../operation.ts';
import { listOwner, psuPage } from './psu-pages.ts';

/** A standing order that a PSU gave through a TPP, as shown to this PSU. */
export const PsuStandingOrder = z.object({
  paymentId: z.string(),
  tppName: z.string(),
  tppId: z.string(),
  transactionStatus: TransactionStatus,
  content: PeriodicPaymentContent,
  /** Whether it is still executed. */
  isActive: z.boolean(),
  /** Business day of the next execution; absent if there is none. */
  nextExecution: z.string().optional(),
  /** Time when the latest execution was sent to the bank. */
  executedAt: z.string().optional(),
  /** Whether this PSU may stop it without other signers. */
  mayStop: z.boolean(),
  history: z.array(z.object({ at: z.string(), event: z.string(), by: z.enum(['psu', 'tpp', 'aspsp']) })),
});
export type PsuStandingOrder = z.infer<typeof PsuStandingOrder>;

/** Returns one page of the standing orders that a PSU authorised. */
export const findPsuStandingOrders = operation('payments.findPsuStandingOrders', {
  hop: 'read',
  request: z.object(psuPage),
  reply: z.object({ count: z.int(), standingOrders: z.array(PsuStandingOrder) }),
});

/** Returns a standing order. One of another PSU is answered as unknown. */
export const readPsuStandingOrder = operation('payments.readPsuStandingOrder', {
  hop: 'read',
  request: z.object({ ...listOwner, paymentId: z.string() }),
  reply: PsuStandingOrder,
});

/** The PSU stops a standing order at the bank (decision 16). One that has ended or needs the approval of others is not changed. */
export const stopStandingOrder = operation('payments.stopStandingOrder', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ ...listOwner, paymentId: z.string() }),
  reply: z.object({ transactionStatus: TransactionStatus }),
});
