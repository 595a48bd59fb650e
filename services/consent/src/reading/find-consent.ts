import { FIELDS_OF_PSUS, isOfOtherPsu } from '@xs2a/approvals';
import { type Tpp, Xs2aError } from '@xs2a/contracts';
import { findById } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import { type ConsentRecord, isAuthorisable } from '../model/consent-record.ts';

/** A consent as addressed by its TPP. */
export interface AddressedConsent {
  readonly tpp: Pick<Tpp, 'id' | 'onBehalfOf'>;
  readonly consentId: string;
}

/**
 * Finds the consent that a TPP addresses in a path. Unknown consents and those of another TPP get the same refusal (decision 12).
 * The query is by id alone, for which MongoDB needs no query plan; the TPP and the PSU of its access token are compared here.
 */
export async function findConsent<T extends ConsentRecord>(
  consents: Collection<T>,
  { tpp, consentId }: AddressedConsent,
  fields?: readonly string[],
): Promise<T> {
  const ofPsus = tpp.onBehalfOf === undefined ? [] : (['consentStatus', ...FIELDS_OF_PSUS] as const);
  const consent = await findById<T>(consents, consentId, fields && ['tppId', ...ofPsus, ...fields]);
  if (consent === null || consent.tppId !== tpp.id) throw new Xs2aError('consentIdPathUnknown');
  const isOpen = isAuthorisable(consent.consentStatus);
  if (isOfOtherPsu(tpp, consent, { isOpen })) throw new Xs2aError('tokenInvalid', { path: 'Authorization' });
  return consent;
}
