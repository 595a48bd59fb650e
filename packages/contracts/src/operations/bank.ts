import { z } from 'zod';
import { PeriodicPayment, SinglePayment } from '../interface/bodies/payment-bodies.ts';
import { PaymentProduct, PaymentService } from '../interface/payment-products.ts';
import { AccountReference } from '../values/account-reference.ts';
import { Amount } from '../values/amounts/amount.ts';
import { ScaContent } from '../values/sca/sca-content.ts';
import { BankScaMethod, ChallengeData } from '../values/sca/sca-methods.ts';
import { operation } from './operation.ts';
import { OfferedAccount } from './sca-pages.ts';

const psuIdField = z.string().describe('PSU-ID that the PSU signs in with.');
const challengeIdField = z.string().describe('Id of the challenge, made by the caller, unique for each challenge.');

/** An account of a PSU, with the PSU's permissions and the number of signatures for a payment. */
export const PsuAccount = z.object({
  reference: AccountReference,
  currency: z.string(),
  name: z.string().describe('Name that the PSU knows, such as that of the product.'),
  cashAccountType: z.string().optional().describe('ISO 20022 code: CACC, SVGS, CARD …'),
  signaturesNeeded: z.int().min(1).describe('Number of PSUs that must approve an operation on the account.'),
  mayPay: z.boolean().optional().describe('False: the PSU may not choose the account for a payment. Default: true.'),
});
export type PsuAccount = z.infer<typeof PsuAccount>;

/**
 * Returns the identity, authentication methods and accounts of a PSU-ID. An unknown or blocked PSU is not found; whether the
 * named company is a customer is reported separately for any PSU-ID.
 */
export const identifyPsu = operation('bank.identifyPsu', {
  hop: 'bank',
  request: z.object({
    psuId: psuIdField,
    corporateId: z.string().optional().describe('The company for which the PSU is said to act.'),
    tppId: z
      .string()
      .optional()
      .describe('The TPP that asks for the PSU; absent if the PSU signs in at the bank. A bank may ignore it.'),
  }),
  reply: z.discriminatedUnion('known', [
    z.object({
      known: z.literal(false),
      corporateIdUnknown: z.literal(true).optional().describe('The named company is no customer, whoever the PSU is.'),
      blocked: z
        .literal(true)
        .optional()
        .describe(
          'The bank has blocked this PSU. Shown on the page after a sign-in at its identity provider, never to a TPP.',
        ),
    }),
    z.object({
      known: z.literal(true),
      name: z.string().describe('Shown to the PSU, and to TPPs whose payments it has authorised.'),
      corporateId: z.string().optional().describe('The company for which the PSU acts.'),
      scaMethods: z.array(BankScaMethod).describe('Second factors of the bank for this PSU; may be empty.'),
      accounts: z.array(PsuAccount).describe('All accounts that the PSU may see or dispose of.'),
    }),
  ]),
});

/**
 * Number of PSUs that must approve an action on these accounts, before any PSU is known (decision 20). One for accounts that the
 * bank does not know.
 */
export const readSigningRules = operation('bank.readSigningRules', {
  hop: 'bank',
  request: z.object({
    accounts: z.array(AccountReference).max(1_000).describe('Empty: all accounts of the named company.'),
    corporateId: z.string().optional().describe('The company named by the TPP.'),
  }),
  reply: z.object({
    signaturesNeeded: z.int().min(1).describe('The strictest number over these accounts.'),
    companyKnown: z.boolean().optional().describe('False if the bank has no company with this corporateId.'),
  }),
});

/** Whether the PSU is exempt from the second factor (RTS 2018/389, Art. 13 to 18). Called after the first factor. */
export const checkExemption = operation('bank.checkExemption', {
  hop: 'bank',
  request: z.object({ psuId: psuIdField, content: ScaContent.describe('Content that the PSU approves.') }),
  reply: z.object({ exempted: z.boolean() }),
});

/**
 * First factor. An unknown PSU and a wrong password give the same answer in the same time. A blocked PSU is only reported if the
 * password was right.
 */
export const verifyPassword = operation('bank.verifyPassword', {
  hop: 'bank',
  request: z.object({ psuId: psuIdField, password: z.string() }),
  reply: z.object({
    verified: z.boolean(),
    blocked: z.literal(true).optional().describe('Only with the right password.'),
  }),
});

/**
 * Sends a one-time code for exactly this content: the text is shown beside the code, and the code is bound to the hash (dynamic
 * linking). A PUSH_OTP method asks the PSU on its device instead, and the bank reports the answer with `sca.reportChallenge`.
 * Idempotent by `challengeId`.
 */
export const sendChallenge = operation('bank.sendChallenge', {
  hop: 'bank',
  request: z.object({
    challengeId: challengeIdField,
    authorisationId: z
      .string()
      .optional()
      .describe('The authorisation that the PSU approves; absent for a sign-in without an approval.'),
    psuId: psuIdField,
    authenticationMethodId: z.string().describe('One of the PSU’s `scaMethods`.'),
    contentHash: z.string().describe('Hash of the content shown to the PSU; the code is bound to it.'),
    text: z.string().describe('Text beside the code, in the PSU’s language.'),
    language: z.enum(['hr', 'en']).optional().describe('Language of the text, for additions of the bank.'),
    offeredAccounts: z
      .array(OfferedAccount)
      .optional()
      .describe('Only for PUSH_OTP: one of them pays. The report names its key.'),
    lifetimeSeconds: z.int().min(1),
  }),
  reply: ChallengeData,
});

/**
 * A request on a device no longer needs an answer, because the authorisation ended elsewhere. Idempotent by `challengeId`; an
 * answered or unknown challenge is not changed.
 */
export const withdrawChallenge = operation('bank.withdrawChallenge', {
  hop: 'bank',
  request: z.object({ challengeId: challengeIdField }),
  reply: z.object({ withdrawn: z.boolean().describe('False if no challenge was pending.') }),
});

/**
 * Verifies a code. It is accepted once, for the content it was sent for. If the same attempt is repeated because its answer was
 * lost, the answer is the same.
 */
export const verifyChallenge = operation('bank.verifyChallenge', {
  hop: 'bank',
  request: z.object({
    challengeId: challengeIdField,
    attemptId: z.string().describe('Id of the attempt; a repeated attempt gets the same verdict.'),
    contentHash: z
      .string()
      .describe('Hash of the content that the PSU approves; wrong if it differs from that of the challenge.'),
    code: z.string().describe('Code as typed by the PSU.'),
  }),
  reply: z.object({ verdict: z.enum(['accepted', 'wrong', 'expired']) }),
});

/** Whether this amount could be booked now, including an agreed overdraft. Reserves nothing. */
export const checkFunds = operation('bank.checkFunds', {
  hop: 'bank',
  request: z.object({ account: AccountReference, instructedAmount: Amount }),
  reply: z.object({
    fundsAvailable: z.boolean(),
    reasonCode: z
      .string()
      .max(4)
      .optional()
      .describe('ISO 20022 reason code if it is not AM04 (funds): waiting for funds would not help.'),
  }),
});

/** Submits an authorised payment to the bank. Idempotent by `paymentId`; the outcome is reported with `payments.reportExecution`. */
export const submitPayment = operation('bank.submitPayment', {
  hop: 'bank',
  request: z.object({
    paymentId: z.string().describe('Each execution of a standing order has an id of its own.'),
    paymentService: PaymentService.describe('`periodic-payments` for an execution of a standing order.'),
    paymentProduct: PaymentProduct.describe('See docs/products.md.'),
    psuId: psuIdField.describe('The approving PSU; the last one if several approved.'),
    body: SinglePayment.describe('The payment as posted by the TPP, from the account that it named or the PSU chose.'),
    executeBy: z.iso
      .datetime()
      .optional()
      .describe(
        'Instant payments: the bank executes it before this time, or rejects it (AB11), also if it arrives later.',
      ),
  }),
  reply: z.object({ accepted: z.literal(true) }),
});

/** Submits an authorised bulk payment to the bank, as the posted pain.001 message. Otherwise like {@link submitPayment}. */
export const submitBulkPayment = operation('bank.submitBulkPayment', {
  hop: 'bank',
  request: z.object({
    paymentId: z.string(),
    paymentProduct: PaymentProduct,
    psuId: psuIdField,
    xml: z.string().describe('The pain.001 message as posted, validated by its schema.'),
  }),
  reply: z.object({ accepted: z.literal(true) }),
});

/**
 * Informs the bank of a standing order: from its authorisation (`active`) until it ends or is cancelled. Its executions are sent
 * one by one with {@link submitPayment}. Idempotent by `paymentId`; one that has ended stays so.
 */
export const putStandingOrder = operation('bank.putStandingOrder', {
  hop: 'bank',
  request: z.object({
    paymentId: z.string(),
    psuId: psuIdField,
    active: z.boolean().describe('False after its end or cancellation.'),
    body: PeriodicPayment,
  }),
  reply: z.object({ stored: z.literal(true) }),
});

/**
 * Withdraws a submitted payment, if the bank still can. Idempotent by `paymentId`; the result is also reported with
 * `payments.reportExecution` (`CANC`).
 */
export const withdrawPayment = operation('bank.withdrawPayment', {
  hop: 'bank',
  request: z.object({ paymentId: z.string() }),
  reply: z.object({ withdrawn: z.boolean() }),
});
