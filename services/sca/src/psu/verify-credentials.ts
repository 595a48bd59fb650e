import { identifyPsu, readSigningRules, verifyPassword, Xs2aError } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { KnownPsu } from './known-psu.ts';

/** The PSU, or the reason why the credentials do not count. `blocked` requires the right password (decision 11). */
export type CredentialsVerdict = KnownPsu | 'wrong' | 'corporateIdUnknown' | 'blocked';

/**
 * Verifies PSU-ID and password. Neither the verdict nor its time reveals which of them was wrong, or whether the company exists
 * (decision 38).
 */
export async function verifyCredentials(
  { bus, profile }: Pick<ScaContext, 'bus' | 'profile'>,
  {
    psuId,
    password,
    corporateId,
    tppId,
  }: { psuId: string; password: string; corporateId?: string | undefined; tppId?: string | undefined },
): Promise<CredentialsVerdict> {
  // If PSUs sign in at the bank's identity provider, passwords are never verified.
  if (profile.psuSignIn !== 'portal') throw new Xs2aError('parameterNotSupported', { path: 'password' });
  const { verified, blocked } = await bus.ask(verifyPassword, { psuId, password });
  const ofCompany = corporateId !== undefined && { corporateId };
  // Read only after the right password: a PSU with accounts would take longer than an unknown one.
  if (blocked) return 'blocked';
  if (!verified) return 'wrong';
  if (ofCompany) {
    const { companyKnown } = await bus.ask(readSigningRules, { accounts: [], ...ofCompany });
    if (companyKnown === false) return 'corporateIdUnknown';
  }
  const psu = await bus.ask(identifyPsu, { psuId, ...ofCompany, ...(tppId !== undefined && { tppId }) });
  return psu.known ? psu : 'wrong';
}
