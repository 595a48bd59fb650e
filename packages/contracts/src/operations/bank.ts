import { z } from 'zod';
import { PeriodicPayment, SinglePayment } from '../interface/payment-bodies.ts';
import { PaymentProduct, PaymentService } from '../interface/payment-products.ts';
import { AccountReference } from '../values/account-reference.ts';
import { Amount } from '../values/amounts/amount.ts';
import { ScaContent } from '../values/sca-content.ts';
import { BankScaMethod, ChallengeData } from '../values/sca-methods.ts';
import { operation } from './operation.ts';

const psuIdField = z.string().describe('PSU-ID, as the PSU signs in.');
const challengeIdField = z.string().describe('Made by the house, one for each challenge.');

/** An account that a PSU may see or dispose of, and how many signatures a payment from it needs. */
export const PsuAccount = z.object({
  reference: AccountReference,
  currency: z.string(),
  name: z.string().describe('As the PSU knows it, such as the name of the product.'),
  cashAccountType: z.string().optional().describe('ISO 20022: CACC, SVGS, CARD …'),
  signaturesNeeded: z.int().min(1).describe('How many PSUs must approve what concerns it.'),
});
export type PsuAccount = z.infer<typeof PsuAccount>;

/**
 * Who is this PSU-ID, how can it authenticate, what are its accounts. An unknown or blocked PSU is not known; whether
 * the company named is a customer is told apart, whoever the PSU is.
 */
export const identifyPsu = operation('bank.identifyPsu', {
  hop: 'bank',
  request: z.object({
    psuId: psuIdField,
    corporateId: z.string().optional().describe('The company that the PSU is said to act for.'),
    tppId: z
      .string()
      .optional()
      .describe('Who asks for the PSU; left out where it signs in at the bank. A bank may leave it unread.'),
  }),
  reply: z.discriminatedUnion('known', [
    z.object({
      known: z.literal(false),
      corporateIdUnknown: z.literal(true).optional().describe('The company named is no customer, whoever the PSU is.'),
      blocked: z
        .literal(true)
        .optional()
        .describe(
          'The bank has blocked this PSU. Told on the page after a sign-in at its identity provider, never to a TPP.',
        ),
    }),
    z.object({
      known: z.literal(true),
      name: z.string().describe('Shown to the PSU, and to TPPs of payments that it authorised.'),
      corporateId: z.string().optional().describe('The company it acts for.'),
      scaMethods: z.array(BankScaMethod).describe('How the bank can ask it for a second factor; may be empty.'),
      accounts: z.array(PsuAccount).describe('All that it may see or dispose of.'),
    }),
  ]),
});

/**
 * How many PSUs must approve what concerns these accounts, before any of them is known (decision 20). Accounts that
 * the bank does not know need one.
 */
export const readSigningRules = operation('bank.readSigningRules', {
  hop: 'bank',
  request: z.object({
    accounts: z.array(AccountReference).max(1_000).describe('Empty: all of the company named.'),
    corporateId: z.string().optional().describe('The company that the TPP names.'),
  }),
  reply: z.object({
    signaturesNeeded: z.int().min(1).describe('The strictest of them.'),
    companyKnown: z.boolean().optional().describe('False where the bank has no company of this corporateId.'),
  }),
});

/** Whether this PSU may do this without a second factor (RTS 2018/389, Art. 13 to 18). Asked after the first factor. */
export const checkExemption = operation('bank.checkExemption', {
  hop: 'bank',
  request: z.object({ psuId: psuIdField, content: ScaContent.describe('What the PSU approves.') }),
  reply: z.object({ exempted: z.boolean() }),
});

/**
 * First factor. Unknown PSU and wrong password are one answer, in the same time. That a PSU is blocked is told to
 * whoever has its password alone.
 */
export const verifyPassword = operation('bank.verifyPassword', {
  hop: 'bank',
  request: z.object({ psuId: psuIdField, password: z.string() }),
  reply: z.object({
    verified: z.boolean(),
    blocked: z.literal(true).optional().describe('With the right password alone.'),
  }),
});

/**
 * Sends a one-time code for exactly this content: the text is shown beside the code, the hash binds it (dynamic
 * linking). A method of type PUSH_OTP asks the PSU on its device instead, and the bank tells the answer by
 * `sca.reportChallenge`. Idempotent by `challengeId`.
 */
export const sendChallenge = operation('bank.sendChallenge', {
  hop: 'bank',
  request: z.object({
    challengeId: challengeIdField,
    authorisationId: z
      .string()
      .optional()
      .describe('What the PSU is asked for; left out where it signs in and approves nothing.'),
    psuId: psuIdField,
    authenticationMethodId: z.string().describe('One of its `scaMethods`.'),
    contentHash: z.string().describe('Of exactly what the PSU is shown: the code is bound to it.'),
    text: z.string().describe('What the PSU reads beside the code, in its language.'),
    language: z.enum(['hr', 'en']).optional().describe('Of the text, for what the bank adds to it.'),
    lifetimeSeconds: z.int().min(1),
  }),
  reply: ChallengeData,
});

/**
 * What waits on a device needs no answer any more, because the authorisation ended elsewhere. Idempotent by
 * `challengeId`; what was answered, or never asked, stays as it is.
 */
export const withdrawChallenge = operation('bank.withdrawChallenge', {
  hop: 'bank',
  request: z.object({ challengeId: challengeIdField }),
  reply: z.object({ withdrawn: z.boolean().describe('False where nothing waited.') }),
});

/**
 * Judges a code. It is accepted once, for the content it was sent for. The same attempt repeated (its answer was lost)
 * gets the same answer.
 */
export const verifyChallenge = operation('bank.verifyChallenge', {
  hop: 'bank',
  request: z.object({
    challengeId: challengeIdField,
    attemptId: z.string().describe('Of this attempt: the same again gets the same verdict.'),
    contentHash: z.string().describe('Of what the PSU approves: another than that of the challenge is wrong.'),
    code: z.string().describe('As the PSU typed it.'),
  }),
  reply: z.object({ verdict: z.enum(['accepted', 'wrong', 'expired']) }),
});

/** Could this amount be booked now, agreed overdraft included. Reserves nothing. */
export const checkFunds = operation('bank.checkFunds', {
  hop: 'bank',
  request: z.object({ account: AccountReference, instructedAmount: Amount }),
  reply: z.object({
    fundsAvailable: z.boolean(),
    reasonCode: z
      .string()
      .max(4)
      .optional()
      .describe('ISO 20022 reason where it is another than AM04 (funds): waiting for funds would not help.'),
  }),
});

/**
 * Hands an authorised payment to the bank. Idempotent by `paymentId`; how it ends is told by
 * `payments.reportExecution`.
 */
export const submitPayment = operation('bank.submitPayment', {
  hop: 'bank',
  request: z.object({
    paymentId: z.string().describe('Of a standing order each execution has an id of its own.'),
    paymentService: PaymentService.describe('`periodic-payments` of an execution of a standing order.'),
    paymentProduct: PaymentProduct.describe('docs/products.md'),
    psuId: psuIdField.describe('Who approved; the last one where several did.'),
    body: SinglePayment.describe('The payment as the TPP posted it.'),
  }),
  reply: z.object({ accepted: z.literal(true) }),
});

/** Hands an authorised bulk payment to the bank, as the pain.001 message that was posted. As {@link submitPayment}. */
export const submitBulkPayment = operation('bank.submitBulkPayment', {
  hop: 'bank',
  request: z.object({
    paymentId: z.string(),
    paymentProduct: PaymentProduct,
    psuId: psuIdField,
    xml: z.string().describe('The pain.001 message as it was posted, checked by its schema.'),
  }),
  reply: z.object({ accepted: z.literal(true) }),
});

/**
 * Tells the bank of a standing order that was set up here: from its authorisation (`active`) until it ended or was
 * cancelled. Executions come one by one through {@link submitPayment}. Idempotent by `paymentId`; one that ended stays
 * so.
 */
export const putStandingOrder = operation('bank.putStandingOrder', {
  hop: 'bank',
  request: z.object({
    paymentId: z.string(),
    psuId: psuIdField,
    active: z.boolean().describe('False from its end or cancellation on.'),
    body: PeriodicPayment,
  }),
  reply: z.object({ stored: z.literal(true) }),
});

/**
 * Stops a payment that was handed over, where the bank still can. Idempotent by `paymentId`; that it was stopped is
 * told by `payments.reportExecution` too (`CANC`).
 */
export const withdrawPayment = operation('bank.withdrawPayment', {
  hop: 'bank',
  request: z.object({ paymentId: z.string() }),
  reply: z.object({ withdrawn: z.boolean() }),
});
