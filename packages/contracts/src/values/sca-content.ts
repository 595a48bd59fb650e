import { z } from 'zod';
import { AccessRight, ConsentModel, Grant } from './access-rights.ts';
import { AccountReference } from './account-reference.ts';
import { Amount } from './amounts/amount.ts';

/**
 * What an authorisation authorises: the resource, or of a payment its cancellation. `id` is the resource's. A payment's
 * product is kept, so that a call under another product is refused.
 */
export const ScaParent = z.object({
  kind: z.enum(['consent', 'fundsConsent', 'payment', 'cancellation', 'basket']),
  id: z.string(),
  paymentService: z.string().optional(),
  paymentProduct: z.string().optional(),
});
export type ScaParent = z.infer<typeof ScaParent>;

export const ConsentContent = z.object({
  kind: z.literal('consent'),
  model: ConsentModel,
  /** Named by the TPP in the detailed model; in the others they follow from the PSU that signs in, or its choice. */
  grants: z.array(Grant),
  /** Rights requested on each account that the TPP did not name. */
  rights: z.array(AccessRight),
  /** Whether the names of their owners are asked for too, on each account that the TPP did not name. */
  ownerName: z.literal(true).optional(),
  /** Kinds of account (cashAccountType) that an unnamed access is limited to. */
  restrictedTo: z.array(z.string()).optional(),
  recurring: z.boolean(),
  validUntil: z.string(),
  frequencyPerDay: z.number(),
  /** It opens a session: a payment that follows at once asks for no password (decision 80). */
  combinedServiceIndicator: z.literal(true).optional(),
});

const FundsConsentContent = z.object({
  kind: z.literal('fundsConsent'),
  accounts: z.array(AccountReference),
  maskedPan: z.string().optional(),
  cardInformation: z.string().optional(),
  registrationInformation: z.string().optional(),
  /** Left out where the permission has no last day. */
  validUntil: z.string().optional(),
});

const transfer = {
  paymentService: z.string(),
  paymentProduct: z.string(),
  instructedAmount: Amount,
  debtorAccount: AccountReference,
  creditorName: z.string(),
  creditorAccount: AccountReference,
  remittanceInformation: z.string().optional(),
};

const SinglePaymentContent = z.object({
  kind: z.literal('payment'),
  ...transfer,
  requestedExecutionDate: z.string().optional(),
});

/** A standing order: the amount is of each execution. */
export const PeriodicPaymentContent = z.object({
  kind: z.literal('periodicPayment'),
  ...transfer,
  startDate: z.string(),
  endDate: z.string().optional(),
  frequency: z.string(),
  dayOfExecution: z.string().optional(),
  monthsOfExecution: z.array(z.string()).optional(),
  executionRule: z.string().optional(),
});

/** One payee of a bulk payment as it is shown. */
export const BulkPayee = z.object({
  creditorName: z.string(),
  creditorAccount: AccountReference,
  instructedAmount: Amount,
});
export type BulkPayee = z.infer<typeof BulkPayee>;

/** Bound to total and payees (RTS 2018/389, Art. 5(3)(b)): a few are shown, the hash covers all of them. */
const BulkPaymentContent = z.object({
  kind: z.literal('bulkPayment'),
  paymentService: z.string(),
  paymentProduct: z.string(),
  debtorAccounts: z.array(AccountReference),
  numberOfTransactions: z.number(),
  /** One for each currency. */
  totals: z.array(Amount),
  payees: z.array(BulkPayee),
  payeesHash: z.string(),
  requestedExecutionDate: z.string().optional(),
});

export const PaymentContent = z.discriminatedUnion('kind', [
  SinglePaymentContent,
  PeriodicPaymentContent,
  BulkPaymentContent,
]);
/** Content of a payment for approval, for every payment service. */
export type PaymentContent = z.infer<typeof PaymentContent>;

/**
 * Everything the PSU must see before approving, and nothing else: the authentication code is bound to a hash of it
 * (dynamic linking, RTS 2018/389, Art. 5).
 */
export const ScaContent = z.discriminatedUnion('kind', [
  ConsentContent,
  FundsConsentContent,
  SinglePaymentContent,
  PeriodicPaymentContent,
  BulkPaymentContent,
  /** The payment that will not be carried out any more. */
  z.object({ kind: z.literal('cancellation'), payment: PaymentContent }),
  /** Each member as it would be approved alone. */
  z.object({
    kind: z.literal('basket'),
    members: z.array(z.union([PaymentContent, ConsentContent])),
    /** Of the payments, one for each currency. */
    totals: z.array(Amount),
  }),
]);
export type ScaContent = z.infer<typeof ScaContent>;
/** The content of one kind of parent. */
export type ScaContentOf<Kind extends ScaContent['kind']> = Extract<ScaContent, { kind: Kind }>;
