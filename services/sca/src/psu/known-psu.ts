import type { AccountReference, identifyPsu, PsuAccount, ReplyOf, ScaApproach, ScaMethod } from '@xs2a/contracts';

/** A PSU as the bank knows it: name, company, SCA methods, accounts. */
export type KnownPsu = Extract<ReplyOf<typeof identifyPsu>, { known: true }>;

/** Methods whose code the PSU types. */
const TYPED_CODES = new Set<ScaMethod['authenticationType']>(['SMS_OTP', 'PHOTO_OTP', 'CHIP_OTP', 'SMTP_OTP']);

export function typedMethods({ scaMethods }: KnownPsu): ScaMethod[] {
  return scaMethods.filter(({ authenticationType }) => TYPED_CODES.has(authenticationType));
}

/** The bank's methods that a PSU may choose from. In the decoupled approach these are its devices alone. */
export function methodsFor(scaApproach: ScaApproach, { scaMethods }: KnownPsu): ScaMethod[] {
  if (scaApproach !== 'DECOUPLED') return scaMethods;
  return scaMethods.filter(({ authenticationType }) => authenticationType === 'PUSH_OTP');
}

/** The bank's names of accounts, by IBAN or masked PAN. */
export function accountNamesOf(accounts: readonly PsuAccount[]): Record<string, string> {
  return Object.fromEntries(accounts.map(({ reference, name }) => [identifierOf(reference), name]));
}

function identifierOf({ iban, maskedPan, bban, msisdn }: AccountReference): string {
  return iban ?? maskedPan ?? bban ?? msisdn ?? '';
}
