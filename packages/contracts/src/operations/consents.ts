import { z } from 'zod';
import { AccountAccess, ConsentRequest } from '../interface/bodies/consent-bodies.ts';
import { ConsentStatus } from '../statuses/consent-status.ts';
import { AccessQuota } from '../values/access-quota.ts';
import { AccessRight, Grant } from '../values/access-rights.ts';
import { AccountReference } from '../values/account-reference.ts';
import { DateText } from '../values/date-texts.ts';
import { CombinedSession, PsuData } from '../values/parties.ts';
import { AuthorisationState, ScaInput, Settlement, scaStart, settlementReply } from './authorisations.ts';
import { caller, creation } from './caller.ts';
import { operation } from './operation.ts';

/** A consent as shown to its TPP. */
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

/** Kind of data that is read; each kind is counted separately (decision 18). */
export const AccessKind = z
  .enum(['list', 'cardList', 'details', 'balances', 'transactions', 'transactionDetails', 'trustedBeneficiaries'])
  .meta({ announced: ['trustedBeneficiaries'] });
export type AccessKind = z.infer<typeof AccessKind>;

/** A consent addressed by its TPP. */
export const addressedConsent = { ...caller, consentId: z.string() };

/** Use permitted by the stored consent, which may be less than the body requested (decision 17). */
const PermittedUse = z.object({ validUntil: DateText.optional(), frequencyPerDay: z.number().optional() });
export type PermittedUse = z.infer<typeof PermittedUse>;

/** Reply to the creation of a consent. */
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
  /** The TPP terminates a consent. One that has ended is not changed. */
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
  /** Reports the outcome of an authorisation from sca. */
  settle: { hop: 'write', isRepeatable: true, request: Settlement, reply: Status.extend(settlementReply) },
} as const;

/** Stores a consent and, if the profile starts authorisations implicitly, starts its authorisation. */
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
 * Authorises the use of a consent's session for a payment (decision 80): the consent must be valid and cover the accounts. Then
 * only the first request within the session takes over the first factor. May be repeated.
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
 * Authorises access to account data: checks that the consent is valid and covers the account and kind of read, that the entries
 * are recent enough, and that an access is left today. Only then, and without the PSU, is the access counted. `account` is absent
 * for lists, and if the addressed account does not exist, because the consent is checked first.
 */
export const useConsent = operation('consent.useConsent', {
  hop: 'read',
  request: z.object({
    ...addressedConsent,
    psuPresent: z.boolean(),
    kind: AccessKind,
    /** A read of an account is refused, and not counted, if the PSU is not among its `owners`. */
    account: z
      .object({ resourceId: z.string(), reference: AccountReference, owners: z.array(z.string()).optional() })
      .optional(),
    /** For `trustedBeneficiaries` without an account: covers each account with that right, counted as one access. */
    ofEveryAccount: z.literal(true).optional(),
    /** For `transactionDetails`: the transaction, because each is counted separately. Without it, they are counted together per account. */
    transactionId: z.string().optional(),
    /** False if the read belongs to an access counted before (decision 18), or is refused anyway. */
    counted: z.boolean().default(true),
    /** Earliest requested day, and its parameter in the request: refused if entries of that day may no longer be read. */
    oldest: z.object({ day: z.string(), path: z.string() }).optional(),
  }),
  reply: z.object({
    psuId: z.string(),
    /** Complete: the first grant that refers to an account has all rights on it, so the caller makes no further decision. */
    grants: z.array(Grant),
    /** Rights on the requested account. Empty for lists, where each account has the rights of its grant. */
    rights: z.array(AccessRight),
    /** Earliest day of entries that may be read now; shortly after SCA there is no limit (RTS 2018/389, Art. 10). */
    earliestDay: z.string(),
    /** Absent if reads are not limited because the PSU is present. */
    accessQuota: AccessQuota.optional(),
  }),
});
