import type { Call } from '../../request/call.ts';

/** Returns the consent in the address, of either kind. */
export function addressedConsent({ tpp, params }: Pick<Call<'getConsentInformation'>, 'tpp' | 'params'>) {
  return { tpp, consentId: params.consentId };
}
