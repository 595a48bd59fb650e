import { Xs2aError } from '@xs2a/contracts';
import type { ConsentRecord } from './consent-record.ts';

/** Refuses a day that is over, named by the field of the body that holds it. */
export function refusePast(days: Readonly<Record<string, string | undefined>>, today: string): void {
  for (const [path, day] of Object.entries(days)) {
    if (day !== undefined && day < today)
      throw new Xs2aError('fieldInvalid', { path, text: 'must not be in the past' });
  }
}

/** The date decides, whether or not the job that tidies up has been by (design: decided on every use). */
export function refuseUnusable(
  { consentStatus, validUntil }: Pick<ConsentRecord, 'consentStatus' | 'validUntil'>,
  today: string,
): void {
  if (consentStatus === 'expired') throw new Xs2aError('consentExpired');
  if (consentStatus !== 'valid') throw new Xs2aError('consentNotUsable');
  if (validUntil !== undefined && validUntil < today) throw new Xs2aError('consentExpired');
}
