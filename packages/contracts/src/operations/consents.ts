import { z } from 'zod';
import { AccountAccess, ConsentRequest } from '../interface/consent-bodies.ts';
import { ConsentStatus } from '../statuses/consent-status.ts';
import { AccessQuota } from '../values/access-quota.ts';
import { AccessRight, Grant } from '../values/access-rights.ts';
import { AccountReference } from '../values/account-reference.ts';
import { DateText } from '../values/date-texts.ts';
import { CombinedSession, PsuData } from '../values/parties.ts';
import { AuthorisationState, ScaInput, Settlement, scaStart, settlementReply } from './authorisations.ts';
import { caller, creation } from './caller.ts';
import { operation } from './operation.ts';

/** A consent as its TPP may see it. */
export const ConsentView = z.object({
  consentId: z.string(),
  consentStatus: ConsentStatus,
  access: AccountAccess,
  recurringIndicator: z.boolean(),
  validUntil: DateText,
  frequencyPerDay: z.number(),
  lastActionDate: DateText,
});
export type ConsentView = z.infer<typeof ConsentView>;

/** What is read: each kind is counted apart (decision 18). */
export const AccessKind = z
  .enum(['list', 'cardList', 'details', 'balances', 'transactions', 'transactionDetails', 'trustedBeneficiaries'])
  .meta({ announced: ['trustedBeneficiaries'] });
export type AccessKind = z.infer<typeof AccessKind>;

/** A consent as its TPP addresses it. */
export const addressedConsent = { ...caller, consentId: z.string() };

/** What the stored consent permits, which may be less than its body asked for (decision 17). */
const PermittedUse = z.object({ validUntil: DateText.optional(), frequencyPerDay: z.number().optional() });
export type PermittedUse = z.infer<typeof PermittedUse>;

/** The reply to the creator of a consent. */
export const StartedConsent = z.object({
  consentId: z.string(),
  consentStatus: ConsentStatus,
  ...scaStart,
  permittedUse: PermittedUse.optional(),
});
export type StartedConsent = z.infer<typeof StartedConsent>;

const Status = z.object({ consentStatus: ConsentStatus });

/** Operations on consents of every kind. */
export const CONSENT_OPERATIONS = {
  readStatus: { hop: 'read', request: z.object(addressedConsent), reply: Status },
  /** The TPP gives a consent back. A consent that ended already stays as it is. */
  terminate: {
    hop: 'write',
    isRepeatable: true,
    request: z.object({ ...addressedConsent, requestId: z.string() }),
    reply: Status,
  },
  listAuthorisations: {
    hop: 'read',
    request: z.object(addressedConsent),
    reply: z.object({ authorisationIds: z.array(z.string()) }),
  },
  /** The TPP starts an authorisation: explicit start, or one of several signers. Idempotent as a creation. */
  startAuthorisation: {
    hop: 'write',
    isRepeatable: true,
    request: z.object({ ...creation, consentId: z.string(), input: ScaInput.optional() }),
    reply: AuthorisationState,
  },
  /** sca tells how an authorisation ended. */
  settle: { hop: 'write', isRepeatable: true, request: Settlement, reply: Status.extend(settlementReply) },
} as const;

/** Stores a consent and, where the profile starts authorisations implicitly, starts its authorisation. */
export const createConsent = operation('consent.createConsent', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({ ...creation, body: ConsentRequest }),
  reply: StartedConsent,
});

export const readConsent = operation('consent.readConsent', {
  hop: 'read',
  request: z.object(addressedConsent),
  reply: ConsentView,
});

export const readConsentStatus = operation('consent.readConsentStatus', CONSENT_OPERATIONS.readStatus);
export const terminateConsent = operation('consent.terminateConsent', CONSENT_OPERATIONS.terminate);
export const listConsentAuthorisations = operation('consent.listAuthorisations', CONSENT_OPERATIONS.listAuthorisations);
export const startConsentAuthorisation = operation(
  'consent.startConsentAuthorisation',
  CONSENT_OPERATIONS.startAuthorisation,
);
export const settleConsentAuthorisation = operation('consent.settleAuthorisation', CONSENT_OPERATIONS.settle);

/**
 * The one decision on a payment that names a consent (decision 80): refused unless the consent is valid and covers the
 * accounts; then the first request within the session, and no other, takes over the first factor. May be repeated.
 */
export const joinSession = operation('consent.joinSession', {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    ...addressedConsent,
    requestId: z.string(),
    psu: PsuData.optional(),
    accounts: z.array(AccountReference),
  }),
  reply: z.object({ combined: CombinedSession.optional() }),
});

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
    /** A read of an account whose `owners` the PSU is not among is refused, and costs no access. */
    account: z
      .object({ resourceId: z.string(), reference: AccountReference, owners: z.array(z.string()).optional() })
      .optional(),
    /** Of `trustedBeneficiaries` without an account: of each account that has the right, counted as one access. */
    ofEveryAccount: z.literal(true).optional(),
    /** Of `transactionDetails`: whose, because each is counted apart. Without it they count together by account. */
    transactionId: z.string().optional(),
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
