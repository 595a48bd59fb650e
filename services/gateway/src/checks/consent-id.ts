import { Xs2aError } from '@xs2a/contracts';
import { type Call, headerOf } from '../call.ts';

/** Account data is read under a consent (Implementation Guidelines, Read Account Data Requests). */
export function consentId(call: Call): void {
  if (headerOf(call, 'consent-id') === undefined) throw new Xs2aError('consentIdMissing', { path: 'Consent-ID' });
}
