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

/** A PSU according to the bank: name, company, SCA methods, accounts. */
export type KnownPsu = Extract<ReplyOf<typeof identifyPsu>, { known: true }>;

/** Methods with a code that the PSU types. */
export function typedMethods({ scaMethods }: Pick<KnownPsu, 'scaMethods'>): ScaMethod[] {
  return scaMethods.filter((method) => approachWith('EMBEDDED', method) === 'EMBEDDED');
}

/**
 * Returns the bank's methods that a PSU may choose from: those that keep the authorisation in an approach that the bank offers.
 * In the decoupled approach these are its devices alone.
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
export function accountNamesOf(accounts: readonly Pick<PsuAccount, 'reference' | 'name'>[]): Record<string, string> {
  return Object.fromEntries(accounts.map(({ reference, name }) => [identifierOf(reference), name]));
}

function identifierOf({ iban, maskedPan, bban, msisdn }: AccountReference): string {
  return iban ?? maskedPan ?? bban ?? msisdn ?? '';
}
