import { Xs2aError } from '@xs2a/contracts';
import { findById } from '@xs2a/service-kit';
import type { Collection } from 'mongodb';
import type { ConsentRecord } from '../model/consent-record.ts';

/** A consent as its TPP addresses it. */
export interface AddressedConsent {
  readonly tpp: { readonly id: string };
  readonly consentId: string;
}

/**
 * The consent that a TPP addresses in a path. Unknown consents and those of another TPP get the same refusal (decision
 * 12). It is found by its id alone, for which MongoDB needs no query plan; the TPP is compared here.
 */
export async function findConsent<T extends ConsentRecord>(
  consents: Collection<T>,
  { tpp, consentId }: AddressedConsent,
  fields?: readonly string[],
): Promise<T> {
  const consent = await findById<T>(consents, consentId, fields && ['tppId', ...fields]);
  if (consent === null || consent.tppId !== tpp.id) throw new Xs2aError('consentIdPathUnknown');
  return consent;
}
