import type { AspspProfile, ScaApproach, ScaMethod } from '@xs2a/contracts';

/**
 * The approach in which a method chosen through the TPP is answered: by a code that the TPP forwards, on a device of the PSU, or
 * on the bank's own page.
 */
const ANSWERED_IN: Readonly<Record<ScaMethod['authenticationType'], ScaApproach>> = {
  SMS_OTP: 'EMBEDDED',
  CHIP_OTP: 'EMBEDDED',
  PHOTO_OTP: 'EMBEDDED',
  SMTP_OTP: 'EMBEDDED',
  TOTP: 'EMBEDDED',
  PUSH_OTP: 'DECOUPLED',
  PASSKEY: 'REDIRECT',
};

/** Returns the approach in which an authorisation continues with a method. A redirect stays one: its page supports every method. */
export function approachWith(
  scaApproach: ScaApproach,
  { authenticationType }: Pick<ScaMethod, 'authenticationType'>,
): ScaApproach {
  return scaApproach === 'REDIRECT' ? scaApproach : ANSWERED_IN[authenticationType];
}

/** Whether an authorisation may continue with a method: in its own approach, or in another one that the bank offers. */
export function isOfferedWith(
  { scaApproaches }: Pick<AspspProfile, 'scaApproaches'>,
  scaApproach: ScaApproach,
  method: Pick<ScaMethod, 'authenticationType'>,
): boolean {
  const next = approachWith(scaApproach, method);
  return next === scaApproach || scaApproaches.includes(next);
}
