import { APPROVABLE_FIELDS } from '@xs2a/approvals';
import {
  CombinedSession,
  finalStatuses,
  PaymentProduct,
  PaymentService,
  RefusedTransfer,
  TRANSACTION_STATUS_MACHINE,
  TransactionStatus,
} from '@xs2a/contracts';
import { CREATED_ONCE, History, Notices, Outbox, storedCollection } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import { z } from 'zod';
import { Cancellation } from './cancellation.ts';
import { DecisionDeadline, UNDECIDED } from './decision-deadline.ts';
import { FundsState } from './funds-state.ts';
import { PayeeCheck } from './payee-check.ts';
import { StoredOrder } from './stored-order.ts';

/** Statuses in which a payment waits for its authorisations. */
export const AWAITING_AUTHORISATION = ['RCVD', 'PATC'] as const satisfies readonly TransactionStatus[];

/** Statuses in which an authorised payment waits for its execution day, or for funds. */
export const AWAITING_EXECUTION = ['ACTC', 'ACWC', 'ACCP'] as const satisfies readonly TransactionStatus[];

/**
 * A payment. Accepted content never changes, except for the account where the PSU chooses it; only the status moves
 * (RTS 2018/389, Art. 5).
 */
export const Payment = z.object({
  _id: z.string(),
  ...APPROVABLE_FIELDS,
  /** Name in the TPP's certificate; payments of earlier versions have none. */
  tppName: z.string().optional(),
  /** Service and product are both part of its address. */
  paymentService: PaymentService,
  paymentProduct: PaymentProduct,
  /** As it was posted, or with transliterated texts. */
  order: StoredOrder,
  /** The TPP named no account, and the PSU has chosen the one in `order`. */
  accountChosenByPsu: z.literal(true).optional(),
  /** The paths of the transliterated texts (decision 25). */
  transliterated: z.array(z.string()).optional(),
  /** Verifications of the payee, the latest last; absent where the bank verifies none. */
  payeeChecks: z.array(PayeeCheck).optional(),
  /** When the latest of `payeeChecks` began, or stored some of its results; absent once it is over. */
  payeeAskedAt: z.date().optional(),
  /** A company does without the verification of a bulk (Regulation (EU) 260/2012, Art. 5c(6)). */
  payeesOptedOut: z.literal(true).optional(),
  /** The TPP asked for the verification and sees its result. */
  payeeToldToTpp: z.literal(true).optional(),
  /** The latest confirmation of the payee through the TPP: of which check, and when. */
  payeeConfirmed: z.object({ requestId: z.string(), at: z.date() }).optional(),
  transactionStatus: TransactionStatus,
  /** Time limit after which it is rejected unless authorised. */
  authoriseUntil: z.date(),
  /** Day on which the payment, or the next execution of a standing order, is submitted to the bank once authorised. */
  executeOn: z.string(),
  /** Standing orders: date of the next occurrence, before any shift to a banking day; left out when none follows. */
  nextOccurrence: z.string().optional(),
  /** Standing orders: when the latest execution was submitted. */
  executedAt: z.date().optional(),
  /** Everything has been submitted to the bank. Standing orders: it has also reported on the last execution. */
  submitted: z.boolean(),
  /** Standing orders: no execution remains to be submitted. They end when the bank has reported on every execution. */
  lastSubmitted: z.boolean().optional(),
  /** The session of a consent that it belongs to (decision 80). */
  combined: CombinedSession.optional(),
  /** TPP-Rejection-NoFunds-Preferred: rejected rather than waiting for funds. */
  rejectedWithoutFunds: z.boolean().optional(),
  ...FundsState,
  ...DecisionDeadline,
  /** The PSU who authorised it last. */
  psuId: z.string().optional(),
  /** The company that the PSU acted for. */
  corporateId: z.string().optional(),
  debtorName: z.string().optional(),
  cancellation: Cancellation.optional(),
  /** The signing basket that it is in. It cannot be authorised alone until that basket has ended (decision 23). */
  basketId: z.string().optional(),
  /** ISO 20022 reason of a rejection. */
  reasonCode: z.string().optional(),
  /** Bulk payments: transfers that the bank did not execute. */
  refusedTransfers: z.array(RefusedTransfer).optional(),
  history: History,
  outbox: Outbox,
  notices: Notices,
});
export type Payment = z.infer<typeof Payment>;

/** Authorised payments that are not completely submitted to the bank. */
export const HAS_OPEN_SUBMISSION: Filter<Payment> = {
  submitted: false,
  lastSubmitted: { $exists: false },
  transactionStatus: { $in: [...AWAITING_EXECUTION] },
};

export const PAYMENTS = storedCollection('payments', Payment, {
  indexes: [
    CREATED_ONCE,
    {
      key: { authoriseUntil: 1 },
      name: 'window_open',
      partialFilterExpression: { transactionStatus: { $in: [...AWAITING_AUTHORISATION] } },
    },
    {
      key: { executeOn: 1 },
      name: 'to_execute',
      partialFilterExpression: { submitted: false, transactionStatus: { $in: [...AWAITING_EXECUTION] } },
    },
    { key: { payeeAskedAt: 1 }, name: 'payee_asked', sparse: true },
    {
      key: { decideBy: 1 },
      name: 'to_decide',
      partialFilterExpression: { decideBy: { $exists: true }, transactionStatus: { $in: [...UNDECIDED] } },
    },
    // Standing orders by PSU.
    {
      key: { signedBy: 1 },
      name: 'standing_orders_of_signer',
      partialFilterExpression: { paymentService: 'periodic-payments', psuId: { $exists: true } },
    },
  ],
  status: { field: 'transactionStatus', machine: TRANSACTION_STATUS_MACHINE },
  notificationTarget({ _id, tppId, wishes: { notification: wish }, paymentService, paymentProduct }) {
    return wish && { tppId, wish, parent: { kind: 'payment', id: _id, paymentService, paymentProduct } };
  },
  hasCheckpoints: true,
  retained: {
    setting: 'paymentDays',
    // After ACSC and ACWP only the bank of the creditor may report something.
    ended: { transactionStatus: { $in: [...finalStatuses(TRANSACTION_STATUS_MACHINE), 'ACSC', 'ACWP'] } },
    parts: [
      { collection: 'executions', by: 'paymentId', hasHistory: true },
      { collection: 'bulkTransfers', by: 'paymentId' },
      { collection: 'payeeResults', by: 'paymentId' },
      { collection: 'bulkMessages', by: '_id' },
    ],
  },
});
