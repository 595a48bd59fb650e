import {
  type AccountReference,
  type AspspProfile,
  type EventOf,
  type PaymentContent,
  type PaymentOrderOf,
  type PaymentService,
  type TRANSACTION_STATUS_MACHINE,
  Xs2aError,
} from '@xs2a/contracts';
import type { OutboxEntry } from '@xs2a/service-kit';
import type { Payment } from './payment.ts';
import { PERIODIC_PAYMENTS } from './periodic-payment.ts';
import type { PaymentsRoom } from './room.ts';
import { SINGLE_PAYMENTS } from './single-payment.ts';

/** When a payment begins to be executed. */
export type Schedule = Pick<Payment, 'executeOn' | 'nextOccurrence'>;

/** What goes into the write that authorises a payment, beside whose authorisation it was. */
export interface Beginning {
  readonly events: readonly EventOf<typeof TRANSACTION_STATUS_MACHINE>[];
  readonly set: Partial<Payment>;
  readonly outbox: readonly OutboxEntry[];
}

/** What the payments of one service have of their own. A further service is a further row of {@link ORDER_KINDS}. */
export interface OrderKind<Service extends PaymentService> {
  /** Throws a refusal that names the field where this bank cannot carry out the order. */
  readonly refuse: (profile: AspspProfile, order: PaymentOrderOf<Service>, at: Date) => void;
  readonly schedule: (profile: AspspProfile, order: PaymentOrderOf<Service>, at: Date) => Schedule;
  /** What the PSU approves: amount and payee first of all (dynamic linking, RTS 2018/389 Art. 5). */
  readonly contentOf: (order: PaymentOrderOf<Service>) => PaymentContent;
  readonly debtorAccountsOf: (order: PaymentOrderOf<Service>) => AccountReference[];
  /** The last needed authorisation succeeded: how far the status goes, and what the bank is told. */
  readonly begin: (
    room: PaymentsRoom,
    payment: Payment,
    order: PaymentOrderOf<Service>,
    at: Date,
  ) => Promise<Beginning>;
  /** Hands over what is due of an authorised payment. May be called again at any time, and by several at once. */
  readonly execute: (room: PaymentsRoom, payment: Payment, order: PaymentOrderOf<Service>) => Promise<void>;
  /** What others must be told in the write that ends an authorised payment before its time (cancellation). */
  readonly whenEnded: (payment: Payment, order: PaymentOrderOf<Service>, at: Date) => OutboxEntry[];
}

const ORDER_KINDS: { readonly [Service in PaymentService]?: OrderKind<Service> } = {
  payments: SINGLE_PAYMENTS,
  'periodic-payments': PERIODIC_PAYMENTS,
};

/** The row of a service; a refusal where this version has none. */
export function orderKind<Service extends PaymentService>(service: Service): OrderKind<Service> {
  const kind = ORDER_KINDS[service];
  if (kind === undefined) throw new Xs2aError('productUnknown');
  // The row of a service is written for the orders of that service: the table says so, an index by a union cannot.
  return kind as unknown as OrderKind<Service>;
}
