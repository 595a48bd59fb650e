import {
  type AccountReference,
  type AspspProfile,
  type EventOf,
  type PaymentContent,
  type PaymentOrder,
  type PaymentOrderOf,
  type PaymentService,
  type TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';
import type { OutboxEntry } from '@xs2a/service-kit';
import type { ClientSession } from 'mongodb';
import { BULK_PAYMENTS } from './bulk-payment.ts';
import type { Payment } from './payment.ts';
import { PERIODIC_PAYMENTS } from './periodic-payment.ts';
import type { PaymentsRoom } from './room.ts';
import { SINGLE_PAYMENTS } from './single-payment.ts';
import type { StoredOrder, StoredOrderOf } from './stored-order.ts';

/** When a payment begins to be executed. */
export type Schedule = Pick<Payment, 'executeOn' | 'nextOccurrence'>;

/** What goes into the write that authorises a payment, beside whose authorisation it was. */
export interface Beginning {
  readonly events: readonly EventOf<typeof TRANSACTION_STATUS_MACHINE>[];
  readonly set: Partial<Payment>;
  readonly outbox: readonly OutboxEntry[];
}

/** An order that came in, and what is stored beside its payment, in the same transaction. */
export interface TakenOrder<Service extends PaymentService = PaymentService> {
  readonly order: StoredOrderOf<Service>;
  readonly store?: (paymentId: string, session: ClientSession) => Promise<void>;
}

/** What the payments of one service have of their own. A service is a row of {@link ORDER_KINDS}. */
export interface OrderKind<Service extends PaymentService> {
  /** Taking an order in costs so much that a request is first looked for among those that were taken in. */
  readonly isLong?: true;
  /** Reads what came in; left out where it is stored as it came. Throws a refusal that names what is wrong. */
  readonly take?: (room: PaymentsRoom, order: PaymentOrderOf<Service>) => Promise<TakenOrder<Service>>;
  /** Throws a refusal that names the field where this bank cannot carry out the order. */
  readonly refuse: (profile: AspspProfile, order: StoredOrderOf<Service>, at: Date) => void;
  readonly schedule: (profile: AspspProfile, order: StoredOrderOf<Service>, at: Date) => Schedule;
  /** What the PSU approves: amount and payee first of all (dynamic linking, RTS 2018/389 Art. 5). */
  readonly contentOf: (order: StoredOrderOf<Service>) => PaymentContent;
  readonly debtorAccountsOf: (order: StoredOrderOf<Service>) => AccountReference[];
  /** The last needed authorisation succeeded: how far the status goes, and what the bank is told. */
  readonly begin: (room: PaymentsRoom, payment: Payment, order: StoredOrderOf<Service>, at: Date) => Promise<Beginning>;
  /** Hands over what is due of an authorised payment. May be called again at any time, and by several at once. */
  readonly execute: (room: PaymentsRoom, payment: Payment, order: StoredOrderOf<Service>) => Promise<void>;
  /** What others must be told in the write that ends an authorised payment before its time (cancellation). */
  readonly whenEnded: (payment: Payment, order: StoredOrderOf<Service>, at: Date) => OutboxEntry[];
}

const ORDER_KINDS: { readonly [Service in PaymentService]: OrderKind<Service> } = {
  payments: SINGLE_PAYMENTS,
  'periodic-payments': PERIODIC_PAYMENTS,
  'bulk-payments': BULK_PAYMENTS,
};

/** What the PSU approves of an order, of whichever service. */
export function contentOf(order: StoredOrder): PaymentContent {
  return orderKind(order.paymentService).contentOf(order);
}

/** The row of a service. */
export function orderKind<Service extends PaymentService>(service: Service): OrderKind<Service> {
  return ORDER_KINDS[service];
}

/** An order as it will be stored. */
export async function takeOrder(room: PaymentsRoom, order: PaymentOrder): Promise<TakenOrder> {
  const { take } = orderKind(order.paymentService);
  // What has no reader of its own is stored as it came.
  return take === undefined ? { order: order as StoredOrder } : take(room, order);
}
