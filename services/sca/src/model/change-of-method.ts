import type { AspspProfile } from '@xs2a/contracts';
import { type Authorisation, hasAuthenticated } from './authorisation.ts';

/**
 * Whether a TPP may have the present method asked again, or another one, while an answer is awaited (decision 39). Before the
 * PSU has shown its password nobody may: the TPP knows none of its methods, and a telephone must not keep ringing.
 */
export function mayChangeMethod(
  { profile }: { readonly profile: Pick<AspspProfile, 'methodMayChange'> },
  authorisation: Pick<Authorisation, 'scaApproach' | 'scaStatus' | 'history'>,
): boolean {
  const { scaApproach, scaStatus } = authorisation;
  const isAwaited =
    (scaApproach === 'EMBEDDED' && scaStatus === 'scaMethodSelected') ||
    (scaApproach === 'DECOUPLED' && scaStatus === 'started');
  return profile.methodMayChange && isAwaited && hasAuthenticated(authorisation);
}
