import {
  PaymentProduct,
  PaymentService,
  RefusedTransfer,
  TRANSACTION_STATUS_MACHINE,
  TransactionStatus,
} from '@xs2a/contracts';
import { CREATED_ONCE, History, Notices, Outbox, SIGNED, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { Cancellation } from './cancellation.ts';
import { FundsState } from './decide-funds.ts';
import { StoredOrder } from './stored-order.ts';

/** Statuses in which a payment waits to be authorised. */
export const WAITING = ['RCVD', 'PATC'] as const satisfies readonly TransactionStatus[];

/** Statuses in which an authorised payment waits for its day, or for funds. */
export const TO_EXECUTE = ['ACTC', 'ACWC', 'ACCP'] as const satisfies readonly TransactionStatus[];

/** A payment order. What was posted never changes; only its status moves (field guide 8.7). */
export const Payment = z.object({
  _id: z.string(),
  ...SIGNED,
  /** Under which it is addressed. */
  paymentService: PaymentService,
  paymentProduct: PaymentProduct,
  /** As it was posted. */
  order: StoredOrder,
  transactionStatus: TransactionStatus,
  /** Until then it must be authorised. */
  authoriseUntil: z.date(),
  /** Day on which it, or of a standing order its next execution, is handed to the bank, once it is authorised. */
  executeOn: z.string(),
  /** Of a standing order: the day that its next execution is for; left out when none follows. */
  nextOccurrence: z.string().optional(),
  /** When the newest execution of a standing order was handed over. */
  executedAt: z.date().optional(),
  /** Nothing of it is left to hand over. */
  submitted: z.boolean(),
  /** The TPP prefers rejection to waiting for funds. */
  rejectedWithoutFunds: z.boolean().optional(),
  ...FundsState,
  /** The last of those who authorised it. */
  psuId: z.string().optional(),
  debtorName: z.string().optional(),
  cancellation: Cancellation.optional(),
  /** The signing basket that it is in: nothing authorises it alone (field guide 1.4). A basket that ended without sets it free. */
  basketId: z.string().optional(),
  /** ISO 20022 reason of a rejection. */
  reasonCode: z.string().optional(),
  /** Of a bulk payment: what the bank did not execute of it. */
  refusedTransfers: z.array(RefusedTransfer).optional(),
  history: History,
  outbox: Outbox,
  notices: Notices,
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
      partialFilterExpression: { submitted: false, transactionStatus: { $in: [...TO_EXECUTE] } },
    },
  ],
  status: { field: 'transactionStatus', machine: TRANSACTION_STATUS_MACHINE },
  toldOf({ _id, tppId, wishes: { notification: wish }, paymentService, paymentProduct }) {
    return wish && { tppId, wish, parent: { kind: 'payment', id: _id, paymentService, paymentProduct } };
  },
  isSealed: true,
});
