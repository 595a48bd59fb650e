import type { ScaContentOf } from '@xs2a/contracts';
import type { StoredCollection } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { fundsConsentContent, storedConsentContent } from './approved-content.ts';
import { CONSENTS, type Consent } from './consent.ts';
import type { ConsentRecord } from './consent-record.ts';
import { FUNDS_CONSENTS, type FundsConsent } from './funds-consent.ts';

/** One of the two kinds of consent, with its collection and its name for sca. */
export interface ConsentKind<T extends ConsentRecord> {
  readonly parent: 'consent' | 'fundsConsent';
  readonly stored: StoredCollection<T>;
  readonly collection: Collection<T>;
  /** Content for approval: as requested by the TPP, or with the accounts that an earlier PSU named. */
  contentOf(consent: T, accounts: 'asked' | 'named'): ScaContentOf<'consent' | 'fundsConsent'>;
}

/** Consents to read accounts. */
export function accountConsents(context: { readonly consents: Collection<Consent> }): ConsentKind<Consent> {
  return { parent: 'consent', stored: CONSENTS, collection: context.consents, contentOf: storedConsentContent };
}

/** Consents to confirm the availability of funds. */
export function fundsConsents(context: {
  readonly fundsConsents: Collection<FundsConsent>;
}): ConsentKind<FundsConsent> {
  return {
    parent: 'fundsConsent',
    stored: FUNDS_CONSENTS,
    collection: context.fundsConsents,
    contentOf: fundsConsentContent,
  };
}
