import { Xs2aError } from '@xs2a/contracts';
import { type Call, headerOf } from '../../request/call.ts';
import { misspeltHeaderHint } from './misspelt-header.ts';

/** Requires Consent-ID where account data is read. */
export function consentId(call: Call): void {
  const sent = headerOf(call, 'consent-id');
  if (sent === undefined) {
    throw new Xs2aError('consentIdMissing', {
      path: 'Consent-ID',
      text: `is needed: the consentId of a valid consent${misspeltHeaderHint(call, 'Consent-ID')}`,
    });
  }
  call.consentId = sent;
}
