import { z } from 'zod';
import { BulkPayment, PeriodicPayment, SinglePayment, StandingOrderTerms } from '../interface/bodies/payment-bodies.ts';
import { PaymentProduct, PaymentService } from '../interface/payment-products.ts';
import { ExtendedStatus } from '../statuses/extended-status.ts';
import { ScaApproach } from '../statuses/sca-status.ts';
import { ToldTransactionStatus, TransactionStatus } from '../statuses/transaction-status.ts';
import { ScaWishes } from '../values/parties.ts';
import { PayeeVerification, VerifiedTransaction } from '../values/payee-verification.ts';
import { BulkVerification } from '../values/sca/bulk-payees.ts';
import { ScaParent } from '../values/sca/sca-content.ts';
import { ScaMethod } from '../values/sca/sca-methods.ts';
import { AuthorisationState, ScaInput, Settlement, scaStart, settlementReply } from './authorisations.ts';
import { caller, creation } from './caller.ts';
import { operation } from './operation.ts';

const single = { paymentService: z.literal('payments'), paymentProduct: PaymentProduct };
const periodic = { paymentService: z.literal('periodic-payments'), paymentProduct: PaymentProduct };
const bulk = { paymentService: z.literal('bulk-payments'), paymentProduct: PaymentProduct };
const xml = z.string();

/**
 * Content of a payment initiation, by payment service: a JSON body or, depending on the product, a pain.001 message as text
 * (decision 24).
 */
export const PostedOrder = z.discriminatedUnion('paymentService', [
  z.object({ ...single, body: SinglePayment.optional(), xml: xml.optional() }),
  z.object({
    ...periodic,
    body: PeriodicPayment.optional(),
    xml: xml.optional(),
    /** Sent along with the message, which does not contain them. */
    terms: StandingOrderTerms.optional(),
  }),
  z.object({ ...bulk, xml: xml.optional(), body: BulkPayment.optional() }),
]);
export type PostedOrder = z.infer<typeof PostedOrder>;
/** The posted order of one payment service. */
export type PostedOrderOf<Service extends PaymentService> = Extract<PostedOrder, { paymentService: Service }>;

/** A payment as read by its TPP: the order as it is executed, and its posted form if that differs. */
export const PaymentOrder = z.discriminatedUnion('paymentService', [
  z.object({ ...single, body: SinglePayment, xml: xml.optional() }),
  z.object({ ...periodic, body: PeriodicPayment, xml: xml.optional(), terms: StandingOrderTerms.optional() }),
  z.object({ ...bulk, xml, body: BulkPayment.optional() }),
]);
export type PaymentOrder = z.infer<typeof PaymentOrder>;

/** Paths of transliterated texts, which the bank executes differently from what was posted (decision 25). */
const transliterated = z.array(z.string()).optional();

const addressed = { ...caller, paymentService: PaymentService, paymentProduct: PaymentProduct, paymentId: z.string() };

/** Stores a payment and, if the profile starts authorisations implicitly, starts its authorisation. */
export const initiatePayment = operation('payments.initiatePayment', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    ...creation,
    order: PostedOrder,
    /** `Consent-ID`: the consent whose session the payment belongs to. Read if the profile offers it. */
    consentId: z.string().optional(),
    /** `TPP-Rejection-NoFunds-Preferred`; default: false (decision 15). */
    rejectedWithoutFunds: z.boolean().optional(),
    /** `Client-VOP-Requested`; default: not requested. */
    payeeVerificationRequested: z.boolean().optional(),
  }),
  reply: z.object({ paymentId: z.string(), transactionStatus: ToldTransactionStatus, ...scaStart, transliterated }),
});

/**
 * Returns the results of verifications of payees to a PSU that begins to approve a payment or a basket, in the order of its members:
 * waits until five seconds after a check began, and repeats one that is older than a day. Without an answer it was not possible.
 * Null for what is not verified. A bulk whose check takes longer has the results so far: the others count as not possible.
 */
export const readPayeeVerification = operation('payments.readPayeeVerification', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ parent: ScaParent.pick({ kind: true, id: true }) }),
  reply: z.object({ results: z.array(z.union([PayeeVerification, BulkVerification]).nullable()) }),
});

/** The payment as it is executed, with its status; `debtorName` once it is authorised. */
export const readPayment = operation('payments.readPayment', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({
    transactionStatus: ToldTransactionStatus,
    debtorName: z.string().optional(),
    order: PaymentOrder,
    transliterated,
  }),
});

/**
 * The PSU confirms the payee through the TPP, whatever its bank said. Until then no authorisation of the embedded or decoupled
 * approach starts. A repeated request gets the same answer.
 */
export const confirmCreditor = operation('payments.confirmCreditor', {
  hop: 'write',
  isRepeatable: true,
  request: z.object(addressed),
  reply: z.object({ transactionStatus: ToldTransactionStatus, ...scaStart }),
});

export const readPaymentStatus = operation('payments.readPaymentStatus', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({
    transactionStatus: ToldTransactionStatus,
    /** With RVCM: what the PSU must confirm. */
    originalTransactionInformationAndVopStatus: z.array(VerifiedTransaction).optional(),
    /** Only with ACTC, ACWC and ACCP, and only after a funds check (decision 15). */
    fundsAvailable: z.boolean().optional(),
    /** With ACWC: the day of execution, if it is not the requested one. For a standing order, of the next execution. */
    executionDate: z.iso.date().optional(),
    /** Reason for a rejection, or the time of execution, in the PSU's language. */
    psuMessage: z.string().max(500).optional(),
    tppMessages: z
      .array(
        z.object({
          category: z.literal('WARNING'),
          code: z.enum(['FUNDS_NOT_AVAILABLE', 'WARNING']),
          path: z.string().optional(),
          text: z.string().max(500),
        }),
      )
      .optional(),
    /** For an XML message, which cannot contain warnings. */
    transliterated,
  }),
});

/** Only for bulk payments. */
export const readExtendedStatus = operation('payments.readExtendedStatus', {
  hop: 'read',
  request: z.object({ ...addressed, paymentService: bulk.paymentService }),
  reply: ExtendedStatus,
});

/** The status as a pain.002 message; only for payments posted as XML. */
export const readStatusReport = operation('payments.readStatusReport', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ xml: z.string() }),
});

export const listPaymentAuthorisations = operation('payments.listAuthorisations', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ authorisationIds: z.array(z.string()) }),
});

/** The TPP starts an authorisation: explicit start, or one of several signers. Idempotent as a creation. */
export const startPaymentAuthorisation = operation('payments.startAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ ...creation, ...addressed, input: ScaInput.optional() }),
  reply: AuthorisationState,
});

/**
 * The TPP cancels a payment. If the PSU must approve, nothing changes yet: the TPP then starts an authorisation of the
 * cancellation (decision 16). A repeated request gets the same answer.
 */
export const cancelPayment = operation('payments.cancelPayment', {
  hop: 'write',
  request: z.object({ ...addressed, requestId: z.string(), wishes: ScaWishes }),
  reply: z.object({
    transactionStatus: TransactionStatus,
    authorisationNeeded: z.boolean(),
    scaApproach: ScaApproach.optional(),
    scaMethods: z.array(ScaMethod).optional(),
    psuKnown: z.boolean(),
  }),
});

export const listCancellationAuthorisations = operation('payments.listCancellationAuthorisations', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({ authorisationIds: z.array(z.string()) }),
});

/** Starts an authorisation of a requested cancellation. Idempotent as a creation. */
export const startCancellationAuthorisation = operation('payments.startCancellationAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ ...creation, ...addressed, input: ScaInput.optional() }),
  reply: AuthorisationState,
});

/** Reports the outcome of a cancellation authorisation from sca. If it failed, the payment is not changed. */
export const settleCancellationAuthorisation = operation('payments.settleCancellationAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: Settlement,
  reply: z.object({ transactionStatus: TransactionStatus, ...settlementReply }),
});

/** Reports the outcome of a payment authorisation from sca. */
export const settlePaymentAuthorisation = operation('payments.settleAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: Settlement,
  reply: z.object({ transactionStatus: TransactionStatus, ...settlementReply }),
});

/** A transfer of a bulk payment that the bank did not execute, by its position in the message, counted from 1. */
export const RefusedTransfer = z.object({
  block: z.int().min(1),
  transfer: z.int().min(1),
  /** Same codes as the `reasonCode` of the whole payment. */
  reasonCode: z.string().min(1).max(4),
});
export type RefusedTransfer = z.infer<typeof RefusedTransfer>;

/** The bank reports the status of a payment. May be repeated and arrive out of order: a status that was already passed changes nothing. */
export const reportExecution = operation('payments.reportExecution', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    paymentId: z.string().describe('Id as submitted; for a standing order, the id of the execution.'),
    transactionStatus: z
      .enum(['ACSP', 'ACSC', 'ACCC', 'ACWP', 'PART', 'RJCT', 'CANC'])
      .describe('ACSP accepted, ACSC booked, ACCC at the creditor, RJCT not executed, CANC withdrawn.'),
    reasonCode: z.string().max(4).optional().describe('ISO 20022 status reason code, such as AM04 (funds).'),
    executedAt: z.iso
      .datetime()
      .optional()
      .describe('Instant payments: when it was executed. Without it, the time of the report counts.'),
    refusedTransfers: z
      .array(RefusedTransfer)
      .max(10_000)
      .optional()
      .describe('For a bulk payment with PART or RJCT: the transfers that were not executed; all others were.'),
  }),
  reply: z.object({ transactionStatus: TransactionStatus }),
});
