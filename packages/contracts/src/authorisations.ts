import { z } from 'zod';
import { AccountReference } from './account-reference.ts';
import { Amount } from './amount.ts';
import { ScaApproach, ScaOutcome, ScaStatus } from './sca-status.ts';

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

/** `balancesInList`: balances may be seen in the account list, and nowhere else (availableAccountsWithBalance). */
export const AccessRight = z.enum(['accounts', 'balances', 'transactions', 'balancesInList']);
export type AccessRight = z.infer<typeof AccessRight>;

/** The models of consent (Implementation Guidelines, Account Access). A consent follows exactly one. */
export const ConsentModel = z.enum([
  'detailed',
  'bankOffered',
  'allPsd2',
  'availableAccounts',
  'availableAccountsWithBalance',
]);
export type ConsentModel = z.infer<typeof ConsentModel>;

/** One account and what may be read of it. */
export const Grant = z.object({ account: AccountReference, rights: z.array(AccessRight) });
export type Grant = z.infer<typeof Grant>;

export const ConsentContent = z.object({
  kind: z.literal('consent'),
  model: ConsentModel,
  /** Named by the TPP in the detailed model; in the others they follow from the PSU that signs in, or its choice. */
  grants: z.array(Grant),
  /** What is asked for on each account that the TPP did not name. */
  rights: z.array(AccessRight),
  /** Kinds of account (cashAccountType) that an unnamed access is limited to. */
  restrictedTo: z.array(z.string()).optional(),
  recurring: z.boolean(),
  validUntil: z.string(),
  frequencyPerDay: z.number(),
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
const PeriodicPaymentContent = z.object({
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

/** Bound to total and payees (RTS 2018/389 Art. 5.3 b): a few are shown, the hash covers all of them. */
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
/** What is approved of a payment, of whichever service. */
export type PaymentContent = z.infer<typeof PaymentContent>;

/**
 * Everything the PSU must see before approving, and nothing else: the authentication code is bound to a hash of it
 * (dynamic linking, RTS 2018/389 Art. 5).
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

/** A way of the PSU to prove possession (Implementation Guidelines, Authentication Object). */
export const ScaMethod = z.object({
  authenticationMethodId: z.string(),
  /** The last two are built-in factors: the list may be extended (Implementation Guidelines, Authentication Type). */
  authenticationType: z.enum(['SMS_OTP', 'CHIP_OTP', 'PHOTO_OTP', 'PUSH_OTP', 'SMTP_OTP', 'PASSKEY', 'TOTP']),
  name: z.string(),
});
export type ScaMethod = z.infer<typeof ScaMethod>;

/** A way that the bank itself asks its PSU. */
export const BankScaMethod = ScaMethod.extend({
  authenticationType: ScaMethod.shape.authenticationType.exclude(['PASSKEY', 'TOTP']),
});
export type BankScaMethod = z.infer<typeof BankScaMethod>;

/** What the PSU needs to answer a challenge (Implementation Guidelines, Challenge). */
export const ChallengeData = z.object({
  /** PNG in base64; of PHOTO_OTP and CHIP_OTP. */
  image: z.string().optional(),
  data: z.array(z.string()).optional(),
  otpMaxLength: z.number().optional(),
  otpFormat: z.enum(['characters', 'integer']).optional(),
  /** Text that the TPP must show. */
  additionalInformation: z.string().optional(),
});
export type ChallengeData = z.infer<typeof ChallengeData>;

/** What a TPP sends to an authorisation on the PSU's behalf; a request holds one kind (decision 21). */
export const ScaInput = z.discriminatedUnion('kind', [
  /** The PSU's name alone, in the headers. */
  z.object({ kind: z.literal('identification') }),
  z.object({ kind: z.literal('authentication'), password: z.string() }),
  z.object({ kind: z.literal('encryptedAuthentication'), encryptedPassword: z.string() }),
  z.object({ kind: z.literal('methodSelection'), authenticationMethodId: z.string() }),
  z.object({ kind: z.literal('transactionAuthorisation'), scaAuthenticationData: z.string() }),
  z.object({ kind: z.literal('confirmation'), confirmationCode: z.string() }),
]);
export type ScaInput = z.infer<typeof ScaInput>;

/** An authorisation as its TPP is told: what the gateway needs for status, body, links and headers (decision 20). */
export const AuthorisationState = z.object({
  authorisationId: z.string(),
  scaStatus: ScaStatus,
  scaApproach: ScaApproach,
  psuKnown: z.boolean(),
  /** The unguessable part of the `scaRedirect` link. */
  redirectReference: z.string().optional(),
  /** The TPP must confirm after the redirect (decision 22). */
  confirmationNeeded: z.boolean().optional(),
  /** To choose from. */
  scaMethods: z.array(ScaMethod).optional(),
  chosenScaMethod: ScaMethod.optional(),
  challengeData: ChallengeData.optional(),
  psuMessage: z.string().optional(),
});
export type AuthorisationState = z.infer<typeof AuthorisationState>;

/** How SCA begins for a new resource: decides links and headers of the answer to its creation (decision 20). */
export const scaStart = {
  /** Left out while it is open. */
  scaApproach: ScaApproach.optional(),
  psuKnown: z.boolean(),
  /** Left out where the TPP starts it: explicit start, or several signers (decision 20). */
  authorisation: AuthorisationState.optional(),
};

/** The PSU that the bank identified during SCA. */
export const AuthorisingPsu = z.object({ psuId: z.string(), corporateId: z.string().optional(), name: z.string() });
export type AuthorisingPsu = z.infer<typeof AuthorisingPsu>;

/** How an authorisation ended; idempotent by `authorisationId` at the owner of the parent. */
export const Settlement = z.object({
  authorisationId: z.string(),
  parent: ScaParent,
  outcome: ScaOutcome,
  /** Of the content as the owner asked for it. */
  contentHash: z.string(),
  /** The accounts that the PSU's approval named where the TPP's request did not. */
  grants: z.array(Grant).optional(),
  psu: AuthorisingPsu.optional(),
  /** How many PSUs must approve, by the bank's word on the accounts concerned; one where left out. */
  signaturesNeeded: z.int().min(1).optional(),
});
export type Settlement = z.infer<typeof Settlement>;
