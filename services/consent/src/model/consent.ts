import { AccountAccess, CONSENT_STATUS_MACHINE, ConsentModel, Grant } from '@xs2a/contracts';
import { CREATED_ONCE, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { ConsentRecord, ENDING_INDEXES, notificationTarget, RETAINED_CONSENT, SIGNER_INDEX } from './consent-record.ts';

/** Accesses without the PSU on one day, by kind of read and account. Only the latest day is kept. */
const Usage = z.object({
  day: z.string(),
  counts: z.record(z.string(), z.int()),
  /** The latest access counted under each key. Its request may be repeated after a lost response. */
  latest: z.record(z.string(), z.object({ requestId: z.string(), at: z.date(), repeats: z.int() })).optional(),
});

/** All reads served, with the PSU present or not: the total, and those of the latest day with any. */
const Uses = z.object({ inAll: z.int(), day: z.string(), onDay: z.int(), lastAt: z.date() });

/** Consent of a PSU for a TPP to read account information. */
export const Consent = ConsentRecord.extend({
  model: ConsentModel,
  /** Whether owner names are requested for accounts that the TPP does not name. */
  ownerName: z.literal(true).optional(),
  /** As requested by the TPP; card numbers masked. */
  access: AccountAccess,
  /** With the accounts that the PSU chose, if the choice was the PSU's. */
  grantedAccess: AccountAccess.optional(),
  /** Rights by account, as shown to the PSU and applied to reads. Set by the approval if the TPP named no accounts. */
  grants: z.array(Grant),
  recurringIndicator: z.boolean(),
  validUntil: z.string(),
  frequencyPerDay: z.int(),
  /** It opens a session in which a payment may follow (decision 80). */
  combinedServiceIndicator: z.literal(true).optional(),
  /** The request that reused the first factor of the session. */
  sessionUsedBy: z.string().optional(),
  usage: Usage.optional(),
  uses: Uses.optional(),
});
export type Consent = z.infer<typeof Consent>;

export const CONSENTS = storedCollection('consents', Consent, {
  indexes: [
    CREATED_ONCE,
    // At most one valid recurring consent of a PSU for a TPP, also under concurrent approvals (decision 17).
    {
      key: { tppId: 1, signedBy: 1, corporateId: 1 },
      name: 'one_recurring_consent_of_signer',
      unique: true,
      partialFilterExpression: { consentStatus: 'valid', recurringIndicator: true },
    },
    SIGNER_INDEX,
    {
      key: { authorisedAt: 1 },
      name: 'one_off_to_expire',
      partialFilterExpression: { consentStatus: 'valid', recurringIndicator: false },
    },
    ...ENDING_INDEXES,
    { key: { basketId: 1 }, name: 'of_basket', partialFilterExpression: { basketId: { $exists: true } } },
  ],
  status: { field: 'consentStatus', machine: CONSENT_STATUS_MACHINE },
  notificationTarget: (consent) => notificationTarget('consent', consent),
  hasCheckpoints: true,
  retained: RETAINED_CONSENT,
});
