import type {
  AccountReference,
  AspspProfile,
  identifyPsu,
  PsuAccount,
  ReplyOf,
  ScaApproach,
  ScaMethod,
} from '@xs2a/contracts';
import { approachWith, isOfferedWith } from './approach-of-method.ts';

/** A PSU as the bank knows it: name, company, SCA methods, accounts. */
export type KnownPsu = Extract<ReplyOf<typeof identifyPsu>, { known: true }>;

/** Methods whose code the PSU types. */
export function typedMethods({ scaMethods }: Pick<KnownPsu, 'scaMethods'>): ScaMethod[] {
  return scaMethods.filter((method) => approachWith('EMBEDDED', method) === 'EMBEDDED');
}

/**
 * The bank's methods that a PSU may choose from: those with which the authorisation stays in an approach that the bank offers. In
 * the decoupled approach these are its devices alone.
 */
export function methodsFor(
  profile: Pick<AspspProfile, 'scaApproaches'>,
  scaApproach: ScaApproach,
  { scaMethods }: Pick<KnownPsu, 'scaMethods'>,
): ScaMethod[] {
  return scaMethods.filter((method) =>
    scaApproach === 'DECOUPLED'
      ? approachWith(scaApproach, method) === scaApproach
      : isOfferedWith(profile, scaApproach, method),
  );
}

/** The bank's names of accounts, by IBAN or masked PAN. */
export function accountNamesOf(accounts: readonly PsuAccount[]): Record<string, string> {
  return Object.fromEntries(accounts.map(({ reference, name }) => [identifierOf(reference), name]));
}

function identifierOf({ iban, maskedPan, bban, msisdn }: AccountReference): string {
  return iban ?? maskedPan ?? bban ?? msisdn ?? '';
}
