import { SinglePayment, TRANSACTION_STATUS_MACHINE, TransactionStatus } from '@xs2a/contracts';
import { History, Outbox, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { FundsState } from './decide-funds.ts';

/** One execution of a standing order: to the bank a single payment with an id of its own. */
export const Execution = z.object({
  _id: z.string(),
  /** The standing order. */
  paymentId: z.string(),
  /** The day that it is for; the shifted one is when it is made. */
  occurrenceDate: z.string(),
  body: SinglePayment,
  transactionStatus: TransactionStatus,
  submitted: z.boolean(),
  ...FundsState,
  /** ISO 20022 reason of a rejection. */
  reasonCode: z.string().optional(),
  history: History,
  outbox: Outbox,
});
export type Execution = z.infer<typeof Execution>;

export const EXECUTIONS = storedCollection('executions', Execution, {
  indexes: [
    { key: { paymentId: 1, occurrenceDate: 1 }, unique: true, name: 'once' },
    {
      key: { paymentId: 1 },
      name: 'to_execute',
      partialFilterExpression: { submitted: false, transactionStatus: 'ACTC' },
    },
  ],
  status: { field: 'transactionStatus', machine: TRANSACTION_STATUS_MACHINE },
  isSealed: true,
});
