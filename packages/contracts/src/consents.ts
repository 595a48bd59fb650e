import { z } from 'zod';
import { AccessQuota } from './access-quota.ts';
import { AccountReference } from './account-reference.ts';
import { AccessRight, AuthorisationState, Grant, ScaInput, Settlement, scaStart } from './authorisations.ts';
import { ConsentStatus } from './consent-status.ts';
import { operation } from './operation.ts';
import { caller, creation } from './parties.ts';
import { BooleanOrText, IntegerOrText, IsoDate } from './wire-types.ts';

const References = z.array(AccountReference);

/** `access` of a consent (Implementation Guidelines, Account Access). */
export const AccountAccess = z.strictObject({
  accounts: References.optional(),
  balances: References.optional(),
  transactions: References.optional(),
  additionalInformation: z
    .object({ ownerName: References.optional(), trustedBeneficiaries: References.optional() })
    .optional(),
  availableAccounts: z.enum(['allAccounts', 'allAccountsWithOwnerName']).optional(),
  availableAccountsWithBalance: z.enum(['allAccounts', 'allAccountsWithOwnerName']).optional(),
  allPsd2: z.enum(['allAccounts', 'allAccountsWithOwnerName']).optional(),
  restrictedTo: z.array(z.string()).optional(),
});
export type AccountAccess = z.infer<typeof AccountAccess>;

/** Body of `POST /v1/consents`. Unknown fields are ignored (decision 13). */
export const ConsentRequest = z.object({
  access: AccountAccess,
  recurringIndicator: BooleanOrText,
  validUntil: IsoDate,
  frequencyPerDay: IntegerOrText.pipe(z.int().min(1, 'must be at least 1')),
  combinedServiceIndicator: BooleanOrText.default(false),
});
export type ConsentRequest = z.infer<typeof ConsentRequest>;

/** A consent as its TPP may see it. */
export const ConsentView = z.object({
  consentId: z.string(),
  consentStatus: ConsentStatus,
  access: AccountAccess,
  recurringIndicator: z.boolean(),
  validUntil: z.string(),
  frequencyPerDay: z.number(),
  lastActionDate: z.string(),
});
export type ConsentView = z.infer<typeof ConsentView>;

/** What is read: each kind is counted apart (decision 18). */
export const AccessKind = z.enum(['list', 'cardList', 'details', 'balances', 'transactions', 'transactionDetails']);
export type AccessKind = z.infer<typeof AccessKind>;

/** A consent as its TPP addresses it. */
export const addressedConsent = { ...caller, consentId: z.string() };

/** What the creator of a consent is told. */
export const StartedConsent = z.object({
  consentId: z.string(),
  consentStatus: ConsentStatus,
  ...scaStart,
});
export type StartedConsent = z.infer<typeof StartedConsent>;

const Status = z.object({ consentStatus: ConsentStatus });

/** What is agreed about consents of every kind. */
export const CONSENT_AGREEMENTS = {
  readStatus: { hop: 'read', request: z.object(addressedConsent), reply: Status },
  /** The TPP gives a consent back. A consent that ended already stays as it is. */
  terminate: { hop: 'write', request: z.object({ ...addressedConsent, requestId: z.string() }), reply: Status },
  listAuthorisations: {
    hop: 'read',
    request: z.object(addressedConsent),
    reply: z.object({ authorisationIds: z.array(z.string()) }),
  },
  /** The TPP starts an authorisation: explicit start, or one of several signers. Idempotent as a creation. */
  startAuthorisation: {
    hop: 'write',
    request: z.object({ ...creation, consentId: z.string(), input: ScaInput.optional() }),
    reply: AuthorisationState,
  },
  /** sca tells how an authorisation ended. */
  settle: { hop: 'write', request: Settlement, reply: Status },
} as const;

/** Stores a consent and, where the profile starts authorisations implicitly, starts its authorisation. */
export const createConsent = operation('consent.createConsent', {
  hop: 'write',
  request: z.object({ ...creation, body: ConsentRequest }),
  reply: StartedConsent,
});

export const readConsent = operation('consent.readConsent', {
  hop: 'read',
  request: z.object(addressedConsent),
  reply: ConsentView,
});

export const readConsentStatus = operation('consent.readConsentStatus', CONSENT_AGREEMENTS.readStatus);
export const terminateConsent = operation('consent.terminateConsent', CONSENT_AGREEMENTS.terminate);
export const listConsentAuthorisations = operation('consent.listAuthorisations', CONSENT_AGREEMENTS.listAuthorisations);
export const startConsentAuthorisation = operation(
  'consent.startConsentAuthorisation',
  CONSENT_AGREEMENTS.startAuthorisation,
);
export const settleConsentAuthorisation = operation('consent.settleAuthorisation', CONSENT_AGREEMENTS.settle);

/**
 * The one decision on access to account data: is the consent usable now, does it cover this account and this kind of
 * read, are its entries young enough, is one more access left today. Only then is the access counted, when no PSU is
 * present.
 *
 * `account` is left out for lists, and when the addressed account does not exist: the consent is judged first then.
 */
export const useConsent = operation('consent.useConsent', {
  hop: 'read',
  request: z.object({
    ...addressedConsent,
    psuPresent: z.boolean(),
    kind: AccessKind,
    account: z.object({ resourceId: z.string(), reference: AccountReference }).optional(),
    /** False where the read belongs to an access that was counted before (decision 18), or is refused anyway. */
    counted: z.boolean().default(true),
    /** The oldest day that is asked for, and where the request named it: refused where it is older than may be read. */
    oldest: z.object({ day: z.string(), path: z.string() }).optional(),
  }),
  reply: z.object({
    psuId: z.string(),
    /** Complete: the first grant that refers to an account has all rights on it. Whoever asked decides nothing again. */
    grants: z.array(Grant),
    /** Rights on the account that was asked for. Empty for lists, where each account has those of its grant. */
    rights: z.array(AccessRight),
    /** The first day of entries that may be read now; shortly after SCA that is every day (RTS 2018/389, Art. 10). */
    earliestDay: z.string(),
    /** Left out where reads are not limited: the PSU is present. */
    accessQuota: AccessQuota.optional(),
  }),
});

// --- For the portal: what a PSU has permitted, and taking it back. ---

/** One move of a consent as its PSU is told: what happened, and who did it. */
export const PsuConsentEvent = z.object({
  at: z.string(),
  event: z.string(),
  consentStatus: ConsentStatus,
  by: z.enum(['psu', 'tpp', 'aspsp']),
});
export type PsuConsentEvent = z.infer<typeof PsuConsentEvent>;

/** A consent as the PSU who granted it may see it. */
export const PsuConsent = z.object({
  kind: z.enum(['consent', 'fundsConsent']),
  consentId: z.string(),
  tppName: z.string(),
  /** A consent to ask for funds has no rights to read. */
  grants: z.array(Grant),
  /** Left out by consents to ask for funds: nothing is read with them, and nothing counted. */
  recurringIndicator: z.boolean().optional(),
  frequencyPerDay: z.number().optional(),
  /** Left out where it is valid until somebody ends it. */
  validUntil: z.string().optional(),
  consentStatus: ConsentStatus,
  authorisedAt: z.string(),
  /** Reads of account data, with the PSU present or not, since it was granted and on the present day of the bank. */
  usesInAll: z.number().optional(),
  usesToday: z.number().optional(),
  lastUsedAt: z.string().optional(),
  history: z.array(PsuConsentEvent),
});
export type PsuConsent = z.infer<typeof PsuConsent>;

/** Everything that a PSU granted: what is valid first, then the newest of what has ended. */
export const listPsuConsents = operation('consent.listPsuConsents', {
  hop: 'read',
  request: z.object({ psuId: z.string(), corporateId: z.string().optional() }),
  reply: z.object({ consents: z.array(PsuConsent) }),
});

/** The PSU withdraws a consent at the bank. One that ended already stays as it is; one of another PSU is unknown. */
export const revokeConsent = operation('consent.revokeConsent', {
  hop: 'write',
  request: z.object({ psuId: z.string(), consentId: z.string() }),
  reply: z.object({ consentStatus: ConsentStatus }),
});
