import { z } from 'zod';
import { AccountReference } from './account-reference.ts';
import { Amount } from './amount.ts';
import { ScaApproach, ScaOutcome, ScaStatus } from './sca-status.ts';

/** What an authorisation authorises. A payment's product is kept, so that a call under another product is refused. */
export const ScaParent = z.object({
  kind: z.enum(['consent', 'fundsConsent', 'payment']),
  id: z.string(),
  paymentService: z.string().optional(),
  paymentProduct: z.string().optional(),
});
export type ScaParent = z.infer<typeof ScaParent>;

/** `balancesInList`: balances may be seen in the account list, and nowhere else (availableAccountsWithBalance). */
export const AccessRight = z.enum(['accounts', 'balances', 'transactions', 'balancesInList']);
export type AccessRight = z.infer<typeof AccessRight>;

/** The kinds of consent of IG 1.3.12 (field guide 3.1); a consent follows exactly one. */
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

/**
 * Everything the PSU must see before approving, and nothing else: the authentication code is bound to a hash of it
 * (dynamic linking, RTS 2018/389 Art. 5).
 */
export const ScaContent = z.discriminatedUnion('kind', [
  z.object({
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
  }),
  z.object({
    kind: z.literal('fundsConsent'),
    accounts: z.array(AccountReference),
    maskedPan: z.string().optional(),
    cardInformation: z.string().optional(),
    registrationInformation: z.string().optional(),
    /** Left out where the permission has no last day. */
    validUntil: z.string().optional(),
  }),
  z.object({
    kind: z.literal('payment'),
    paymentService: z.string(),
    paymentProduct: z.string(),
    instructedAmount: Amount,
    debtorAccount: AccountReference,
    creditorName: z.string(),
    creditorAccount: AccountReference,
    remittanceInformation: z.string().optional(),
    requestedExecutionDate: z.string().optional(),
  }),
]);
export type ScaContent = z.infer<typeof ScaContent>;
/** The content of one kind of parent. */
export type ScaContentOf<Kind extends ScaContent['kind']> = Extract<ScaContent, { kind: Kind }>;

/** A way of the PSU to prove possession (IG 1.3.12, data type authenticationObject). */
export const ScaMethod = z.object({
  authenticationMethodId: z.string(),
  authenticationType: z.enum(['SMS_OTP', 'CHIP_OTP', 'PHOTO_OTP', 'PUSH_OTP', 'SMTP_OTP']),
  name: z.string(),
});
export type ScaMethod = z.infer<typeof ScaMethod>;

/** An authorisation as its parent's creator is told: what the gateway needs for status, links and headers. */
export const StartedAuthorisation = z.object({
  authorisationId: z.string(),
  scaStatus: ScaStatus,
  scaApproach: ScaApproach,
  /** The unguessable part of the `scaRedirect` link. */
  redirectReference: z.string().optional(),
});
export type StartedAuthorisation = z.infer<typeof StartedAuthorisation>;

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
});
export type Settlement = z.infer<typeof Settlement>;
