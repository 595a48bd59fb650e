import { isOfOtherPsu } from '@xs2a/approvals';
import { type Tpp, Xs2aError } from '@xs2a/contracts';
import { type ConsentRecord, isAuthorisable } from '../model/consent-record.ts';

/** Refuses a consent that is not of the PSU named by the access token (decision 97). */
export function refuseConsentOfOtherPsu(tpp: Tpp, consent: ConsentRecord): void {
  if (!isOfOtherPsu(tpp, consent, { isOpen: isAuthorisable(consent.consentStatus) })) return;
  const text = 'the consent is of another PSU than the access token';
  throw new Xs2aError('consentNotUsable', { path: 'Consent-ID', text });
}
