import { z } from 'zod';
import { BulkPayment, PeriodicPayment, SinglePayment, StandingOrderTerms } from '../interface/payment-bodies.ts';
import { PaymentProduct, PaymentService } from '../interface/payment-products.ts';
import { ScaApproach } from '../statuses/sca-status.ts';
import { TransactionStatus } from '../statuses/transaction-status.ts';
import { ScaWishes } from '../values/parties.ts';
import { ScaMethod } from '../values/sca-methods.ts';
import { AuthorisationState, ScaInput, Settlement, scaStart, settlementReply } from './authorisations.ts';
import { caller, creation } from './caller.ts';
import { operation } from './operation.ts';

const single = { paymentService: z.literal('payments'), paymentProduct: PaymentProduct };
const periodic = { paymentService: z.literal('periodic-payments'), paymentProduct: PaymentProduct };
const bulk = { paymentService: z.literal('bulk-payments'), paymentProduct: PaymentProduct };
const xml = z.string();

/** What a TPP posts, by its service: a JSON body or, as its product has it, a pain.001 message as text (decision 24). */
export const PostedOrder = z.discriminatedUnion('paymentService', [
  z.object({ ...single, body: SinglePayment.optional(), xml: xml.optional() }),
  z.object({
    ...periodic,
    body: PeriodicPayment.optional(),
    xml: xml.optional(),
    /** Beside the message, which says nothing of it. */
    terms: StandingOrderTerms.optional(),
  }),
  z.object({ ...bulk, xml: xml.optional(), body: BulkPayment.optional() }),
]);
export type PostedOrder = z.infer<typeof PostedOrder>;
/** The posted order of one payment service. */
export type PostedOrderOf<Service extends PaymentService> = Extract<PostedOrder, { paymentService: Service }>;

/** A payment as it is read: its order as it is executed, and beside it the form in which it was posted, if another. */
export const PaymentOrder = z.discriminatedUnion('paymentService', [
  z.object({ ...single, body: SinglePayment, xml: xml.optional() }),
  z.object({ ...periodic, body: PeriodicPayment, xml: xml.optional(), terms: StandingOrderTerms.optional() }),
  z.object({ ...bulk, xml, body: BulkPayment.optional() }),
]);
export type PaymentOrder = z.infer<typeof PaymentOrder>;

/** The paths of texts that were transliterated: what the bank executes is not what was posted (decision 25). */
const transliterated = z.array(z.string()).optional();

const addressed = { ...caller, paymentService: PaymentService, paymentProduct: PaymentProduct, paymentId: z.string() };

/** Stores a payment and, where the profile starts authorisations implicitly, starts its authorisation. */
export const initiatePayment = operation('payments.initiatePayment', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    ...creation,
    order: PostedOrder,
    /** `Consent-ID`: of the consent whose session the payment belongs to. Read where the profile offers that. */
    consentId: z.string().optional(),
    /** `TPP-Rejection-NoFunds-Preferred`; false and left out are the same (decision 15). */
    rejectedWithoutFunds: z.boolean().optional(),
  }),
  reply: z.object({ paymentId: z.string(), transactionStatus: TransactionStatus, ...scaStart, transliterated }),
});

/** The payment as it is executed, with its status; `debtorName` once it is authorised. */
export const readPayment = operation('payments.readPayment', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({
    transactionStatus: TransactionStatus,
    debtorName: z.string().optional(),
    order: PaymentOrder,
    transliterated,
  }),
});

export const readPaymentStatus = operation('payments.readPaymentStatus', {
  hop: 'read',
  request: z.object(addressed),
  reply: z.object({
    transactionStatus: TransactionStatus,
    /** Only with ACTC, ACWC and ACCP, and only after a check of funds (decision 15). */
    fundsAvailable: z.boolean().optional(),
    /** With ACWC: the day of execution, which is not the requested one. Of a standing order, of the next execution. */
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
    /** Of a message in XML, whose content has no place for warnings. */
    transliterated,
  }),
});

/** The status as a pain.002 message; only of payments that were posted as XML. */
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
 * The TPP cancels a payment. Where the PSU must approve that, nothing changes yet: the TPP starts an authorisation of
 * the cancellation next (decision 16). Asked again, it answers the same.
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

/** Starts an authorisation of a cancellation that was requested before. Idempotent as a creation. */
export const startCancellationAuthorisation = operation('payments.startCancellationAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ ...creation, ...addressed, input: ScaInput.optional() }),
  reply: AuthorisationState,
});

/** sca tells how an authorisation of a cancellation ended. One that failed leaves the payment as it is. */
export const settleCancellationAuthorisation = operation('payments.settleCancellationAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: Settlement,
  reply: z.object({ transactionStatus: TransactionStatus, ...settlementReply }),
});

/** sca tells how an authorisation of a payment ended. */
export const settlePaymentAuthorisation = operation('payments.settleAuthorisation', {
  hop: 'write',
  isRepeatable: true,
  request: Settlement,
  reply: z.object({ transactionStatus: TransactionStatus, ...settlementReply }),
});

/** A transfer of a bulk payment that the bank did not execute, by its place in the message, counted from 1. */
export const RefusedTransfer = z.object({
  block: z.int().min(1),
  transfer: z.int().min(1),
  /** As the `reasonCode` of the whole. */
  reasonCode: z.string().min(1).max(4),
});
export type RefusedTransfer = z.infer<typeof RefusedTransfer>;

/**
 * The bank tells how far a payment is. May be repeated and may arrive out of order: a status that was passed already
 * changes nothing.
 */
export const reportExecution = operation('payments.reportExecution', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    paymentId: z.string().describe('Id as submitted; for a standing order, the id of the execution.'),
    transactionStatus: z
      .enum(['ACSP', 'ACSC', 'ACCC', 'ACWP', 'PART', 'RJCT', 'CANC'])
      .describe('ACSP accepted, ACSC booked, ACCC at the creditor, RJCT not executed, CANC withdrawn.'),
    reasonCode: z.string().max(4).optional().describe('ISO 20022 status reason code, such as AM04 (funds).'),
    refusedTransfers: z
      .array(RefusedTransfer)
      .max(10_000)
      .optional()
      .describe('For a bulk payment with PART or RJCT: the transfers that were not executed; all others were.'),
  }),
  reply: z.object({ transactionStatus: TransactionStatus }),
});
