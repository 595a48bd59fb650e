import { z } from 'zod';
import { operation } from '../operation.ts';

/** A place in the data of a service. A request begins behind it, and the last answer has none. */
const Place = z.object({ collection: z.string(), id: z.string() });

const psu = {
  psuId: z.string().min(1).max(100),
  /** IBANs of the PSU: a payment that nobody approved may have no PSU-ID. */
  ibans: z.array(z.string().max(34)).max(200).default([]),
  after: Place.optional(),
};

/** Purpose and origin of the data in one collection, and how long it is kept (GDPR, Art. 15(1)(a), (d) and (g)). */
export const PsuDataPurpose = z.object({
  collection: z.string(),
  purpose: z.string(),
  source: z.string(),
  kept: z.string(),
});
export type PsuDataPurpose = z.infer<typeof PsuDataPurpose>;

/** A stored document about a PSU, without secrets such as links and sessions. */
export const PsuRecord = z.object({ collection: z.string(), id: z.string(), data: z.record(z.string(), z.unknown()) });
export type PsuRecord = z.infer<typeof PsuRecord>;

/**
 * Outcome of an erasure for one document. `released`: it stays with other PSUs, and no longer names this one. `isOpen`: it is kept
 * because something goes on with it.
 */
export const PsuErasure = z.object({
  collection: z.string(),
  id: z.string(),
  outcome: z.enum(['erased', 'released', 'kept']),
  because: z.string().optional(),
  isOpen: z.literal(true).optional(),
});
export type PsuErasure = z.infer<typeof PsuErasure>;

/** Returns one page of the data that the service stores about a PSU; the first one with the purposes (GDPR, Art. 15). */
const READ = {
  hop: 'read',
  request: z.object(psu),
  reply: z.object({
    purposes: z.array(PsuDataPurpose).optional(),
    records: z.array(PsuRecord),
    next: Place.optional(),
  }),
} as const;

/** Erases one page of the data about a PSU, or only says what it would erase (GDPR, Art. 17). May be repeated. */
const ERASE = {
  hop: 'write',
  isRepeatable: true,
  request: z.object({
    ...psu,
    isDryRun: z.boolean(),
    /** A service that was asked before keeps something about the PSU: at all, and because it is open. */
    hasKept: z.boolean().default(false),
    hasOpen: z.boolean().default(false),
  }),
  reply: z.object({ records: z.array(PsuErasure), next: Place.optional() }),
} as const;

export const readPsuDataOfAccounts = operation('accounts.readPsuData', READ);
export const readPsuDataOfConsent = operation('consent.readPsuData', READ);
export const readPsuDataOfOAuth = operation('oauth.readPsuData', READ);
export const readPsuDataOfPayments = operation('payments.readPsuData', READ);
export const readPsuDataOfSca = operation('sca.readPsuData', READ);

export const erasePsuDataOfAccounts = operation('accounts.erasePsuData', ERASE);
export const erasePsuDataOfConsent = operation('consent.erasePsuData', ERASE);
export const erasePsuDataOfOAuth = operation('oauth.erasePsuData', ERASE);
export const erasePsuDataOfPayments = operation('payments.erasePsuData', ERASE);
export const erasePsuDataOfSca = operation('sca.erasePsuData', ERASE);

/**
 * Operations of the services that store data about PSUs, in the order of an erasure: payments and consents first, because their
 * authorisations are kept with them, and accounts last, because their IBANs find the others.
 */
export const PSU_DATA_OPERATIONS = {
  payments: { read: readPsuDataOfPayments, erase: erasePsuDataOfPayments },
  consent: { read: readPsuDataOfConsent, erase: erasePsuDataOfConsent },
  sca: { read: readPsuDataOfSca, erase: erasePsuDataOfSca },
  oauth: { read: readPsuDataOfOAuth, erase: erasePsuDataOfOAuth },
  accounts: { read: readPsuDataOfAccounts, erase: erasePsuDataOfAccounts },
} as const;
export type PsuDataService = keyof typeof PSU_DATA_OPERATIONS;

/** Records that somebody requested a report or an erasure, before any service is asked. Returns the id of the record. */
export const recordPsuRequest = operation('sca.recordPsuRequest', {
  hop: 'write',
  request: z.object({
    kind: z.enum(['report', 'dryRun', 'erasure']),
    psuId: z.string().min(1).max(100),
    reason: z.string().trim().min(3).max(500),
    /** The person or system that requests it. */
    by: z.string().trim().min(1).max(100),
  }),
  reply: z.object({ id: z.string() }),
});
