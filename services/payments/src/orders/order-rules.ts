import type { AspspProfile, PaymentContent, PaymentService, PostedOrderOf } from '@xs2a/contracts';
import type { ClientSession } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import type { StoredOrderOf } from '../model/stored-order.ts';

/** Start of a payment's execution. */
export type Schedule = Pick<Payment, 'executeOn' | 'nextOccurrence'>;

/** An order read from a request, and the documents stored with its payment in the same transaction. */
export interface ParsedOrder<Service extends PaymentService = PaymentService> {
  readonly order: StoredOrderOf<Service>;
  /** The paths of texts that were transliterated: the executed order differs from the posted one. */
  readonly transliterated?: readonly string[];
  readonly store?: (paymentId: string, session: ClientSession) => Promise<void>;
}

/** Rules for accepting and approving the orders of one payment service. */
export interface OrderRules<Service extends PaymentService> {
  /** Parsing is expensive: a repeated request is looked up before its order is parsed. */
  readonly dedupeFirst?: true;
  /** Reads the posted order. Throws a refusal that names the wrong element. */
  readonly parse: (context: PaymentsContext, order: PostedOrderOf<Service>) => Promise<ParsedOrder<Service>>;
  /** Throws a refusal that names the field if this bank cannot execute the order. */
  readonly refuse: (profile: AspspProfile, order: StoredOrderOf<Service>, at: Date) => void;
  readonly schedule: (profile: AspspProfile, order: StoredOrderOf<Service>, at: Date) => Schedule;
  /** Content that the PSU approves, above all amount and payee (dynamic linking, RTS 2018/389, Art. 5). */
  readonly contentOf: (order: StoredOrderOf<Service>) => PaymentContent;
}
