import { z } from 'zod';
import { ConsentStatus } from '../../statuses/consent-status.ts';
import { Grant } from '../../values/access-rights.ts';
import { operation } from '../operation.ts';
import { listOwner, psuPage } from './psu-pages.ts';

/** One change of a consent as shown to its PSU: event and author. */
export const PsuConsentEvent = z.object({
  at: z.string(),
  event: z.string(),
  consentStatus: ConsentStatus,
  by: z.enum(['psu', 'tpp', 'aspsp']),
});
export type PsuConsentEvent = z.infer<typeof PsuConsentEvent>;

/** A consent as shown to the PSU who granted it. */
export const PsuConsent = z.object({
  kind: z.enum(['consent', 'fundsConsent']),
  consentId: z.string(),
  tppName: z.string(),
  /** organizationIdentifier, with which pages show the TPP's authorisation number and authority. */
  tppId: z.string().optional(),
  /** A confirmation-of-funds consent has no rights to read. */
  grants: z.array(Grant),
  /** Absent for confirmation-of-funds consents, with which nothing is read or counted. */
  recurringIndicator: z.boolean().optional(),
  frequencyPerDay: z.number().optional(),
  /** Absent if it is valid until it is ended. */
  validUntil: z.string().optional(),
  consentStatus: ConsentStatus,
  authorisedAt: z.string(),
  /** Number of reads of account data, with or without the PSU, since it was granted and on the current day of the bank. */
  usesInAll: z.number().optional(),
  usesToday: z.number().optional(),
  lastUsedAt: z.string().optional(),
  history: z.array(PsuConsentEvent),
});
export type PsuConsent = z.infer<typeof PsuConsent>;

/** Number of reads of one kind of data by a TPP under one consent on one day, with or without the PSU. */
export const PsuAccess = z.object({
  /** In the bank's time zone. */
  day: z.string(),
  kind: z.string(),
  psuPresent: z.boolean(),
  times: z.int(),
});
export type PsuAccess = z.infer<typeof PsuAccess>;

/** Returns one page of the consents that a PSU granted, of both kinds. */
export const findPsuConsents = operation('consent.findPsuConsents', {
  hop: 'read',
  request: z.object(psuPage),
  reply: z.object({ count: z.int(), consents: z.array(PsuConsent) }),
});

/** Returns a consent with its accesses. A consent of another PSU is answered as unknown. */
export const readPsuConsent = operation('consent.readPsuConsent', {
  hop: 'read',
  request: z.object({ ...listOwner, consentId: z.string() }),
  reply: z.object({
    consent: PsuConsent,
    /** Accesses of the last 90 days, newest first. Absent for a consent that permits no reads. */
    accesses: z.array(PsuAccess).optional(),
  }),
});

/** Used by the portal of version 1.0.0. All consents of a PSU: valid ones first, then the most recently ended. */
export const listPsuConsents = operation('consent.listPsuConsents', {
  hop: 'read',
  request: z.object({
    psuId: z.string(),
    corporateId: z.string().optional(),
    /** The consent whose accesses are returned too. */
    accessesOf: z.string().optional(),
  }),
  reply: z.object({
    consents: z.array(PsuConsent),
    /** More consents have ended than are listed. */
    moreEnded: z.literal(true).optional(),
    /** Accesses of the last 90 days, newest first. */
    accesses: z.array(PsuAccess).optional(),
  }),
});

/**
 * The PSU revokes a consent at the bank. One that has ended is not changed; one of another PSU or company is answered as unknown.
 * An older portal does not send the company.
 */
export const revokeConsent = operation('consent.revokeConsent', {
  hop: 'write',
  request: z.object({ ...listOwner, consentId: z.string() }),
  reply: z.object({ consentStatus: ConsentStatus }),
});
