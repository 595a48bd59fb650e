import { SinglePayment, TRANSACTION_STATUS_MACHINE, TransactionStatus } from '@xs2a/contracts';
import { History, Outbox, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { DecisionDeadline, UNDECIDED } from './decision-deadline.ts';
import { FundsState } from './funds-state.ts';

/** One execution of a standing order. For the bank it is a single payment with its own id. */
export const Execution = z.object({
  _id: z.string(),
  /** The standing order. */
  paymentId: z.string(),
  /** Date of the occurrence, before any shift to a banking day. */
  occurrenceDate: z.string(),
  body: SinglePayment,
  transactionStatus: TransactionStatus,
  submitted: z.boolean(),
  ...FundsState,
  ...DecisionDeadline,
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
    {
      key: { decideBy: 1 },
      name: 'to_decide',
      partialFilterExpression: { decideBy: { $exists: true }, transactionStatus: { $in: [...UNDECIDED] } },
    },
  ],
  status: { field: 'transactionStatus', machine: TRANSACTION_STATUS_MACHINE },
  hasCheckpoints: true,
});
