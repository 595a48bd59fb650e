import type { EventOf, PaymentService, TRANSACTION_STATUS_MACHINE } from '@xs2a/contracts';
import type { OutboxEntry } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';

/** Further effects of the write that authorises a payment, besides recording the approvals. */
export interface AuthorisationEffects {
  readonly events: readonly EventOf<typeof TRANSACTION_STATUS_MACHINE>[];
  readonly set: Partial<Payment>;
  readonly outbox: readonly OutboxEntry[];
}

/** Times of the approval that authorises a payment. */
export interface ApprovalTimes {
  /** Time of the write, in the part of the work. */
  readonly at: Date;
  /** When the PSU approved, in real time; undefined if sca does not say it. */
  readonly approvedAt?: Date | undefined;
}

/** Execution of the authorised payments of one payment service. */
export interface Executor<Service extends PaymentService> {
  /** Returns the status events after the last successful authorisation, and the messages to the bank. */
  readonly authorise: (
    context: PaymentsContext,
    payment: Payment,
    order: StoredOrderOf<Service>,
    times: ApprovalTimes,
  ) => Promise<AuthorisationEffects>;
  /** Submits the due part of an authorised payment. May be called at any time, and concurrently. */
  readonly execute: (context: PaymentsContext, payment: Payment, order: StoredOrderOf<Service>) => Promise<void>;
  /** Messages to the bank in the write that cancels an authorised payment. */
  readonly whenCancelled: (payment: Payment, order: StoredOrderOf<Service>, at: Date) => readonly OutboxEntry[];
}
