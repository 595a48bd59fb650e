import type { AspspProfile } from '@xs2a/contracts';
import { type Authorisation, hasAuthenticated } from './authorisation.ts';

/**
 * Whether a TPP may have the present method repeated, or another one used, while an answer is awaited (decision 39). Not before
 * the PSU has shown its password: the TPP then knows none of its methods, and must not keep a telephone ringing.
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
