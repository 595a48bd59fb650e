import {
  PaymentProduct,
  PaymentService,
  PsuData,
  ScaOutcome,
  ScaWishes,
  SinglePayment,
  TRANSACTION_STATUS_MACHINE,
  TransactionStatus,
} from '@xs2a/contracts';
import { CREATED_ONCE, History, Outbox, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** A payment order. What was posted never changes; only its status moves (field guide 8.7). */
export const Payment = z.object({
  _id: z.string(),
  tppId: z.string(),
  requestId: z.string(),
  fingerprint: z.string(),
  paymentService: PaymentService,
  paymentProduct: PaymentProduct,
  body: SinglePayment,
  transactionStatus: TransactionStatus,
  namedPsu: PsuData.optional(),
  wishes: ScaWishes,
  contentHash: z.string(),
  authorisations: z.array(z.object({ id: z.string(), outcome: ScaOutcome.optional() })),
  /** Until then it must be authorised. */
  authoriseUntil: z.date(),
  /** Day on which it is handed to the bank, once it is authorised. */
  executeOn: z.string(),
  submitted: z.boolean(),
  psuId: z.string().optional(),
  debtorName: z.string().optional(),
  /** ISO 20022 reason of a rejection. */
  reasonCode: z.string().optional(),
  history: History,
  outbox: Outbox,
});
export type Payment = z.infer<typeof Payment>;

export const PAYMENTS = storedCollection('payments', Payment, {
  indexes: [
    CREATED_ONCE,
    { key: { authoriseUntil: 1 }, name: 'to_authorise', partialFilterExpression: { transactionStatus: 'RCVD' } },
    {
      key: { executeOn: 1 },
      name: 'to_execute',
      partialFilterExpression: { submitted: false, transactionStatus: { $in: ['ACTC', 'ACCP'] } },
    },
  ],
  status: { field: 'transactionStatus', machine: TRANSACTION_STATUS_MACHINE },
  isSealed: true,
});
