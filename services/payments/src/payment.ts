import {
  PaymentProduct,
  PaymentService,
  SinglePayment,
  TRANSACTION_STATUS_MACHINE,
  TransactionStatus,
} from '@xs2a/contracts';
import { CREATED_ONCE, History, Outbox, SIGNED, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { Cancellation } from './cancellation.ts';

/** Statuses in which a payment waits to be authorised. */
export const WAITING = ['RCVD', 'PATC'] as const satisfies readonly TransactionStatus[];

/** A payment order. What was posted never changes; only its status moves (field guide 8.7). */
export const Payment = z.object({
  _id: z.string(),
  ...SIGNED,
  paymentService: PaymentService,
  paymentProduct: PaymentProduct,
  body: SinglePayment,
  transactionStatus: TransactionStatus,
  /** Until then it must be authorised. */
  authoriseUntil: z.date(),
  /** Day on which it is handed to the bank, once it is authorised. */
  executeOn: z.string(),
  submitted: z.boolean(),
  /** The last of those who authorised it. */
  psuId: z.string().optional(),
  debtorName: z.string().optional(),
  cancellation: Cancellation.optional(),
  /** The signing basket that it is in: nothing authorises it alone (field guide 1.4). A basket that ended without sets it free. */
  basketId: z.string().optional(),
  /** ISO 20022 reason of a rejection. */
  reasonCode: z.string().optional(),
  history: History,
  outbox: Outbox,
});
export type Payment = z.infer<typeof Payment>;

export const PAYMENTS = storedCollection('payments', Payment, {
  indexes: [
    CREATED_ONCE,
    {
      key: { authoriseUntil: 1 },
      name: 'window_open',
      partialFilterExpression: { transactionStatus: { $in: [...WAITING] } },
    },
    {
      key: { executeOn: 1 },
      name: 'to_execute',
      partialFilterExpression: { submitted: false, transactionStatus: { $in: ['ACTC', 'ACCP'] } },
    },
  ],
  status: { field: 'transactionStatus', machine: TRANSACTION_STATUS_MACHINE },
  isSealed: true,
});
