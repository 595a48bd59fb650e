import { AccountReference, CONSENT_STATUS_MACHINE, FundsConsentContent } from '@xs2a/contracts';
import { CREATED_ONCE, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { ConsentRecord, ENDING_INDEXES, notificationTarget, RETAINED_CONSENT, SIGNER_INDEX } from './consent-record.ts';

/** Consent of a PSU for a card issuer to ask whether an amount is available on these accounts. */
export const FundsConsent = ConsentRecord.extend({
  /** As requested by the TPP; card numbers masked. */
  content: FundsConsentContent,
  /** Every account that it names. */
  accounts: z.array(AccountReference),
});
export type FundsConsent = z.infer<typeof FundsConsent>;

export const FUNDS_CONSENTS = storedCollection('fundsConsents', FundsConsent, {
  indexes: [CREATED_ONCE, { key: { tppId: 1, consentStatus: 1, 'accounts.iban': 1 } }, SIGNER_INDEX, ...ENDING_INDEXES],
  status: { field: 'consentStatus', machine: CONSENT_STATUS_MACHINE },
  notificationTarget: (consent) => notificationTarget('fundsConsent', consent),
  hasCheckpoints: true,
  retained: RETAINED_CONSENT,
});
