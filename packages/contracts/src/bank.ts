import { z } from 'zod';
import { AccountReference } from './account-reference.ts';
import { Amount } from './amount.ts';
import { BankScaMethod, ChallengeData, ScaContent } from './authorisations.ts';
import { operation } from './operation.ts';
import { PaymentProduct, PaymentService } from './payment-products.ts';
import { PeriodicPayment, SinglePayment } from './payments.ts';

/** An account that a PSU may see or dispose of, and how many signatures a payment from it needs. */
export const PsuAccount = z.object({
  reference: AccountReference,
  currency: z.string(),
  name: z.string(),
  cashAccountType: z.string().optional(),
  signaturesNeeded: z.int().min(1),
});
export type PsuAccount = z.infer<typeof PsuAccount>;

/**
 * Who is this PSU-ID, how can it authenticate, what are its accounts. An unknown or blocked PSU is not known; whether the
 * company named is a customer is told apart, whoever the PSU is.
 */
export const identifyPsu = operation('bank.identifyPsu', {
  hop: 'bank',
  request: z.object({ psuId: z.string(), corporateId: z.string().optional() }),
  reply: z.discriminatedUnion('known', [
    z.object({ known: z.literal(false), corporateIdUnknown: z.literal(true).optional() }),
    z.object({
      known: z.literal(true),
      name: z.string(),
      corporateId: z.string().optional(),
      scaMethods: z.array(BankScaMethod),
      accounts: z.array(PsuAccount),
    }),
  ]),
});

/**
 * How many PSUs must approve what concerns these accounts, before any of them is known (interface 4.6 rule 2). Accounts that
 * the bank does not know need one.
 */
export const readSigningRules = operation('bank.readSigningRules', {
  hop: 'bank',
  request: z.object({ accounts: z.array(AccountReference).max(1_000), corporateId: z.string().optional() }),
  reply: z.object({
    signaturesNeeded: z.int().min(1),
    /** False where the bank has no company of this corporateId. */
    companyKnown: z.boolean().optional(),
  }),
});

/** Whether this PSU may do this without a second factor (RTS 2018/389 Art. 13 to 18). Asked after the first factor. */
export const checkExemption = operation('bank.checkExemption', {
  hop: 'bank',
  request: z.object({ psuId: z.string(), content: ScaContent }),
  reply: z.object({ exempted: z.boolean() }),
});

/**
 * First factor. Unknown PSU and wrong password are one answer, in the same time. That a PSU is blocked is told to whoever
 * has its password alone.
 */
export const verifyPassword = operation('bank.verifyPassword', {
  hop: 'bank',
  request: z.object({ psuId: z.string(), password: z.string() }),
  reply: z.object({ verified: z.boolean(), blocked: z.literal(true).optional() }),
});

/**
 * Sends a one-time code for exactly this content: the text is shown beside the code, the hash binds it (dynamic
 * linking). A method of type PUSH_OTP asks the PSU on its device instead, and the bank tells the answer by
 * `sca.reportChallenge`. Idempotent by `challengeId`.
 */
export const sendChallenge = operation('bank.sendChallenge', {
  hop: 'bank',
  request: z.object({
    challengeId: z.string(),
    /** What the PSU is asked for; left out where it signs in and approves nothing. */
    authorisationId: z.string().optional(),
    psuId: z.string(),
    authenticationMethodId: z.string(),
    contentHash: z.string(),
    text: z.string(),
    lifetimeSeconds: z.int().min(1),
  }),
  reply: ChallengeData,
});

/**
 * What waits on a device needs no answer any more, because the authorisation ended elsewhere. Idempotent by `challengeId`;
 * what was answered, or never asked, stays as it is.
 */
export const withdrawChallenge = operation('bank.withdrawChallenge', {
  hop: 'bank',
  request: z.object({ challengeId: z.string() }),
  reply: z.object({ withdrawn: z.boolean() }),
});

/**
 * Judges a code. It is accepted once, for the content it was sent for. The same attempt repeated (its answer was lost)
 * gets the same answer.
 */
export const verifyChallenge = operation('bank.verifyChallenge', {
  hop: 'bank',
  request: z.object({ challengeId: z.string(), attemptId: z.string(), contentHash: z.string(), code: z.string() }),
  reply: z.object({ verdict: z.enum(['accepted', 'wrong', 'expired']) }),
});

/** Could this amount be booked now, agreed overdraft included. Reserves nothing. */
export const checkFunds = operation('bank.checkFunds', {
  hop: 'bank',
  request: z.object({ account: AccountReference, instructedAmount: Amount }),
  reply: z.object({
    fundsAvailable: z.boolean(),
    /** ISO 20022 reason where it is another than insufficient funds (AM04): waiting for funds would not help. */
    reasonCode: z.string().max(4).optional(),
  }),
});

/** Hands an authorised payment to the bank. Idempotent by `paymentId`; how it ends is told by `payments.reportExecution`. */
export const submitPayment = operation('bank.submitPayment', {
  hop: 'bank',
  request: z.object({
    /** Of a standing order each execution has an id of its own, and comes as a single payment. */
    paymentId: z.string(),
    paymentService: PaymentService,
    paymentProduct: PaymentProduct,
    psuId: z.string(),
    body: SinglePayment,
  }),
  reply: z.object({ accepted: z.literal(true) }),
});

/** Hands an authorised bulk payment to the bank, as the pain.001 message that was posted. As {@link submitPayment}. */
export const submitBulkPayment = operation('bank.submitBulkPayment', {
  hop: 'bank',
  request: z.object({ paymentId: z.string(), paymentProduct: PaymentProduct, psuId: z.string(), xml: z.string() }),
  reply: z.object({ accepted: z.literal(true) }),
});

/**
 * Tells the bank of a standing order that was set up here: from its authorisation (`active`) until it ended or was
 * cancelled. Executions come one by one through {@link submitPayment}. Idempotent by `paymentId`; one that ended stays so.
 */
export const putStandingOrder = operation('bank.putStandingOrder', {
  hop: 'bank',
  request: z.object({ paymentId: z.string(), psuId: z.string(), active: z.boolean(), body: PeriodicPayment }),
  reply: z.object({ stored: z.literal(true) }),
});

/**
 * Stops a payment that was handed over, where the bank still can. Idempotent by `paymentId`; that it was stopped is told by
 * `payments.reportExecution` too (`CANC`).
 */
export const withdrawPayment = operation('bank.withdrawPayment', {
  hop: 'bank',
  request: z.object({ paymentId: z.string() }),
  reply: z.object({ withdrawn: z.boolean() }),
});

// --- The sandbox alone: what a bank would send to a telephone. ---

export const InboxMessage = z.object({ at: z.string(), channel: z.string(), text: z.string(), code: z.string() });
export type InboxMessage = z.infer<typeof InboxMessage>;

/** Something that a PSU's device asks it for. */
export const DevicePrompt = z.object({ authorisationId: z.string(), at: z.string(), text: z.string() });
export type DevicePrompt = z.infer<typeof DevicePrompt>;

/** What waits on a PSU's device, newest first. Only the sandbox bank answers it. */
export const readDevice = operation('bank.readDevice', {
  hop: 'read',
  request: z.object({ psuId: z.string() }),
  reply: z.object({ prompts: z.array(DevicePrompt) }),
});

/** The PSU answers on its device; `answered` is false where nothing waits. Only the sandbox bank answers it. */
export const answerDevice = operation('bank.answerDevice', {
  hop: 'write',
  request: z.object({ psuId: z.string(), authorisationId: z.string(), approve: z.boolean() }),
  reply: z.object({ answered: z.boolean() }),
});

/** The messages sent to a PSU, newest first. Only the sandbox bank answers it. */
export const readInbox = operation('bank.readInbox', {
  hop: 'read',
  request: z.object({ psuId: z.string() }),
  reply: z.object({ messages: z.array(InboxMessage) }),
});
