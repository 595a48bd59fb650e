import { z } from 'zod';
import { AccessRight, ConsentModel, Grant } from '../access-rights.ts';
import { AccountReference } from '../account-reference.ts';
import { Amount } from '../amounts/amount.ts';
import { needsCare, PayeeVerification } from '../payee-verification.ts';
import { BulkPayee, BulkVerification } from './bulk-payees.ts';

/**
 * The object of an authorisation: a resource, or the cancellation of a payment. `id` is that of the resource. The product of a
 * payment is stored, so that a call with another product is refused.
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
  /** Named by the TPP in the detailed model; in the other models they follow from the signed-in PSU or its choice. */
  grants: z.array(Grant),
  /** Rights requested on each account that the TPP did not name. */
  rights: z.array(AccessRight),
  /** Whether the names of the owners are requested too, for each account that the TPP did not name. */
  ownerName: z.literal(true).optional(),
  /** Kinds of accounts (cashAccountType) to which access without account references is limited. */
  restrictedTo: z.array(z.string()).optional(),
  recurring: z.boolean(),
  validUntil: z.string(),
  frequencyPerDay: z.number(),
  /** Opens a session: a payment that follows at once needs no password (decision 80). */
  combinedServiceIndicator: z.literal(true).optional(),
});

const FundsConsentContent = z.object({
  kind: z.literal('fundsConsent'),
  accounts: z.array(AccountReference),
  maskedPan: z.string().optional(),
  cardInformation: z.string().optional(),
  registrationInformation: z.string().optional(),
  /** Absent if the permission has no end. */
  validUntil: z.string().optional(),
});

const transfer = {
  paymentService: z.string(),
  paymentProduct: z.string(),
  instructedAmount: Amount,
  /** `ACCOUNT_NOT_PROVIDED` until the PSU has chosen it. */
  debtorAccount: AccountReference,
  /** The TPP named no account: the PSU chooses one that may pay. */
  accountChosenByPsu: z.literal(true).optional(),
  creditorName: z.string(),
  creditorAccount: AccountReference,
  /** Added once the PSU is known; absent where the bank verifies no payee. */
  payeeVerification: PayeeVerification.optional(),
  remittanceInformation: z.string().optional(),
};

const SinglePaymentContent = z.object({
  kind: z.literal('payment'),
  ...transfer,
  requestedExecutionDate: z.string().optional(),
});

/** A standing order; the amount is that of each execution. */
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

/** Bound to total and payees (RTS 2018/389, Art. 5(3)(b)): a few are shown, and the hash covers all of them. */
const BulkPaymentContent = z.object({
  kind: z.literal('bulkPayment'),
  paymentService: z.string(),
  paymentProduct: z.string(),
  debtorAccounts: z.array(AccountReference),
  numberOfTransactions: z.number(),
  /** One per currency. */
  totals: z.array(Amount),
  payees: z.array(BulkPayee),
  payeesHash: z.string(),
  /** Added once the PSU is known; absent where the bank verifies no payee. */
  payeeVerification: BulkVerification.optional(),
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
 * Everything that must be shown to the PSU before approval, and nothing else: the authentication code is bound to a hash of it
 * (dynamic linking, RTS 2018/389, Art. 5).
 */
export const ScaContent = z.discriminatedUnion('kind', [
  ConsentContent,
  FundsConsentContent,
  SinglePaymentContent,
  PeriodicPaymentContent,
  BulkPaymentContent,
  /** The payment to be cancelled. */
  z.object({ kind: z.literal('cancellation'), payment: PaymentContent }),
  /** Each member as it would be approved separately. */
  z.object({
    kind: z.literal('basket'),
    members: z.array(z.union([PaymentContent, ConsentContent])),
    /** Totals of the payments, one per currency. */
    totals: z.array(Amount),
  }),
]);
export type ScaContent = z.infer<typeof ScaContent>;
/** Content for one kind of parent. */
export type ScaContentOf<Kind extends ScaContent['kind']> = Extract<ScaContent, { kind: Kind }>;

/** Number of payees of whom the PSU must be told something before it approves. */
export function payeesInDoubt(content: ScaContent): number {
  const orders = content.kind === 'basket' ? content.members : [content];
  return orders.reduce((sum, order) => sum + inDoubtOf(order), 0);
}

function inDoubtOf(order: ScaContent): number {
  if (!('payeeVerification' in order) || order.payeeVerification === undefined) return 0;
  if (order.kind !== 'bulkPayment') return needsCare(order.payeeVerification) ? 1 : 0;
  const { CMTC, NMTC, NOAP } = order.payeeVerification.counts;
  return CMTC + NMTC + NOAP;
}
