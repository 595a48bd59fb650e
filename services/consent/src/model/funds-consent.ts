import { AccountReference, CONSENT_STATUS_MACHINE, FundsConsentContent, type ScaContentOf } from '@xs2a/contracts';
import { CREATED_ONCE, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { ConsentRecord, OF_PSU, TIDIED_UP, toldOfConsent } from './consent-record.ts';

/** What a PSU allows a card issuer to ask: whether an amount is there, on these accounts. */
export const FundsConsent = ConsentRecord.extend({
  /** As the TPP asked for it; card numbers masked. */
  content: FundsConsentContent,
  /** Every account it names. */
  accounts: z.array(AccountReference),
});
export type FundsConsent = z.infer<typeof FundsConsent>;

export const FUNDS_CONSENTS = storedCollection('fundsConsents', FundsConsent, {
  indexes: [CREATED_ONCE, { key: { tppId: 1, consentStatus: 1, 'accounts.iban': 1 } }, OF_PSU, ...TIDIED_UP],
  status: { field: 'consentStatus', machine: CONSENT_STATUS_MACHINE },
  toldOf: (consent) => toldOfConsent('fundsConsent', consent),
  isSealed: true,
});

/** What a PSU approves. */
export function fundsContent({
  content,
  accounts,
  validUntil,
}: Pick<FundsConsent, 'content' | 'accounts' | 'validUntil'>): ScaContentOf<'fundsConsent'> {
  const { cardNumber, cardInformation, registrationInformation } = content;
  return {
    kind: 'fundsConsent',
    accounts,
    maskedPan: cardNumber,
    cardInformation,
    registrationInformation,
    validUntil,
  };
}
