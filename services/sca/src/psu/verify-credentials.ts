import {
  type AccountReference,
  identifyPsu,
  type PsuAccount,
  type ReplyOf,
  readSigningRules,
  type ScaApproach,
  type ScaMethod,
  verifyPassword,
} from '@xs2a/contracts';
import type { ScaRoom } from '../context.ts';

export type KnownPsu = Extract<ReplyOf<typeof identifyPsu>, { known: true }>;

/** Methods whose proof the PSU can type into a page. */
const TYPED_CODES = new Set<ScaMethod['authenticationType']>(['SMS_OTP', 'PHOTO_OTP', 'CHIP_OTP', 'SMTP_OTP']);

/** Who it is, or why not: `blocked` only with the right password (field guide 2.4). */
export type Judged = KnownPsu | 'wrong' | 'corporateIdUnknown' | 'blocked';

/**
 * Password and PSU; which of them was not right is not told apart, by text or by time. A company that the bank does not
 * know comes first, whatever the PSU and its password.
 */
export async function judgeCredentials(
  { bus }: ScaRoom,
  { psuId, password, corporateId }: { psuId: string; password: string; corporateId?: string | undefined },
): Promise<Judged> {
  const { verified, blocked } = await bus.ask(verifyPassword, { psuId, password });
  const ofCompany = corporateId !== undefined && { corporateId };
  // Of whoever has not shown the password nothing is looked up: a PSU with accounts would take longer than nobody.
  if (ofCompany) {
    const { companyKnown } = await bus.ask(readSigningRules, { accounts: [], ...ofCompany });
    if (companyKnown === false) return 'corporateIdUnknown';
  }
  if (blocked) return 'blocked';
  if (!verified) return 'wrong';
  const psu = await bus.ask(identifyPsu, { psuId, ...ofCompany });
  return psu.known ? psu : 'wrong';
}

export function typedMethods({ scaMethods }: KnownPsu): ScaMethod[] {
  return scaMethods.filter(({ authenticationType }) => TYPED_CODES.has(authenticationType));
}

/** What a PSU may choose from of what the bank offers it: in the decoupled approach only its devices. */
export function methodsFor(scaApproach: ScaApproach, { scaMethods }: KnownPsu): ScaMethod[] {
  if (scaApproach !== 'DECOUPLED') return scaMethods;
  return scaMethods.filter(({ authenticationType }) => authenticationType === 'PUSH_OTP');
}

/** How the bank calls accounts, by IBAN or masked PAN. */
export function namesOf(accounts: readonly PsuAccount[]): Record<string, string> {
  return Object.fromEntries(accounts.map(({ reference, name }) => [identifierOf(reference), name]));
}

function identifierOf({ iban, maskedPan, bban, msisdn }: AccountReference): string {
  return iban ?? maskedPan ?? bban ?? msisdn ?? '';
}
