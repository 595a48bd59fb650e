import { z } from 'zod';
import { ConsentStatus } from '../../statuses/consent-status.ts';
import { Grant } from '../../values/access-rights.ts';
import { operation } from '../operation.ts';
import { listOwner, psuPage } from './psu-pages.ts';

/** One change of a consent as its PSU may see it: what happened, and who did it. */
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
  /** organizationIdentifier: pages say under which number and by whom the TPP is authorised. */
  tppId: z.string().optional(),
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

/** Reads of one kind of data by a TPP under one consent on one day, with the PSU present or not. */
export const PsuAccess = z.object({
  /** In the bank's time zone. */
  day: z.string(),
  kind: z.string(),
  psuPresent: z.boolean(),
  times: z.int(),
});
export type PsuAccess = z.infer<typeof PsuAccess>;

/** The consents that a PSU granted, of both kinds: a page of them. */
export const findPsuConsents = operation('consent.findPsuConsents', {
  hop: 'read',
  request: z.object(psuPage),
  reply: z.object({ count: z.int(), consents: z.array(PsuConsent) }),
});

/** One of them, with what was read of it. That of another PSU is unknown. */
export const readPsuConsent = operation('consent.readPsuConsent', {
  hop: 'read',
  request: z.object({ ...listOwner, consentId: z.string() }),
  reply: z.object({
    consent: PsuConsent,
    /** Of the last 90 days, the newest first. Left out where nothing can be read. */
    accesses: z.array(PsuAccess).optional(),
  }),
});

/** Asked by the portal of version 1.0.0. Everything that a PSU granted: what is valid first, then the newest of what has ended. */
export const listPsuConsents = operation('consent.listPsuConsents', {
  hop: 'read',
  request: z.object({
    psuId: z.string(),
    corporateId: z.string().optional(),
    /** The consent whose accesses are wanted too. */
    accessesOf: z.string().optional(),
  }),
  reply: z.object({
    consents: z.array(PsuConsent),
    /** Others ended before, more than are listed. */
    moreEnded: z.literal(true).optional(),
    /** Of the last 90 days, the newest first. */
    accesses: z.array(PsuAccess).optional(),
  }),
});

/**
 * The PSU withdraws a consent at the bank. One that ended already stays as it is; one of another PSU, or for another company, is
 * unknown. An older portal does not send the company.
 */
export const revokeConsent = operation('consent.revokeConsent', {
  hop: 'write',
  request: z.object({ ...listOwner, consentId: z.string() }),
  reply: z.object({ consentStatus: ConsentStatus }),
});
