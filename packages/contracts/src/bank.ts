import { z } from 'zod';
import { AccountReference } from './account-reference.ts';
import { Amount } from './amount.ts';
import { ScaMethod } from './authorisations.ts';
import { operation } from './operation.ts';
import { PaymentProduct, PaymentService } from './payment-products.ts';
import { SinglePayment } from './payments.ts';

/** An account that a PSU may see or dispose of, and how many signatures a payment from it needs. */
export const PsuAccount = z.object({
  reference: AccountReference,
  currency: z.string(),
  name: z.string(),
  cashAccountType: z.string().optional(),
  signaturesNeeded: z.int().min(1),
});
export type PsuAccount = z.infer<typeof PsuAccount>;

/** Who is this PSU-ID, how can it authenticate, what are its accounts. An unknown or blocked PSU is not known. */
export const identifyPsu = operation('bank.identifyPsu', {
  hop: 'bank',
  request: z.object({ psuId: z.string(), corporateId: z.string().optional() }),
  reply: z.discriminatedUnion('known', [
    z.object({ known: z.literal(false) }),
    z.object({
      known: z.literal(true),
      name: z.string(),
      corporateId: z.string().optional(),
      scaMethods: z.array(ScaMethod),
      accounts: z.array(PsuAccount),
    }),
  ]),
});

/** First factor. Unknown PSU and wrong password are one answer, in the same time. */
export const verifyPassword = operation('bank.verifyPassword', {
  hop: 'bank',
  request: z.object({ psuId: z.string(), password: z.string() }),
  reply: z.object({ verified: z.boolean() }),
});

/**
 * Sends a one-time code for exactly this content: the text is shown beside the code, the hash binds it (dynamic
 * linking). Idempotent by `challengeId`.
 */
export const sendChallenge = operation('bank.sendChallenge', {
  hop: 'bank',
  request: z.object({
    challengeId: z.string(),
    psuId: z.string(),
    authenticationMethodId: z.string(),
    contentHash: z.string(),
    text: z.string(),
    lifetimeSeconds: z.int().min(1),
  }),
  reply: z.object({
    otpMaxLength: z.number(),
    otpFormat: z.enum(['integer', 'characters']),
    additionalInformation: z.string().optional(),
    image: z.string().optional(),
  }),
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
  reply: z.object({ fundsAvailable: z.boolean() }),
});

/** Hands an authorised payment to the bank. Idempotent by `paymentId`; how it ends is told by `payments.reportExecution`. */
export const submitPayment = operation('bank.submitPayment', {
  hop: 'bank',
  request: z.object({
    paymentId: z.string(),
    paymentService: PaymentService,
    paymentProduct: PaymentProduct,
    psuId: z.string(),
    body: SinglePayment,
  }),
  reply: z.object({ accepted: z.literal(true) }),
});

// --- The sandbox alone: what a bank would send to a telephone. ---

export const InboxMessage = z.object({ at: z.string(), channel: z.string(), text: z.string(), code: z.string() });
export type InboxMessage = z.infer<typeof InboxMessage>;

/** The messages sent to a PSU, newest first. Only the sandbox bank answers it. */
export const readInbox = operation('bank.readInbox', {
  hop: 'read',
  request: z.object({ psuId: z.string() }),
  reply: z.object({ messages: z.array(InboxMessage) }),
});
