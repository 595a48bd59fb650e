import type { ScaContext } from '../context.ts';
import { type Authorisation, hasAuthenticated } from '../model/authorisation.ts';

/**
 * Whether a TPP may have the present method asked again, or another one, while an answer is awaited (decision 76). Before the
 * PSU has shown its password nobody may: the TPP knows none of its methods, and a telephone must not keep ringing.
 */
export function mayChangeMethod(
  { profile }: Pick<ScaContext, 'profile'>,
  authorisation: Pick<Authorisation, 'scaApproach' | 'scaStatus' | 'history'>,
): boolean {
  const { scaApproach, scaStatus } = authorisation;
  const isAwaited =
    (scaApproach === 'EMBEDDED' && scaStatus === 'scaMethodSelected') ||
    (scaApproach === 'DECOUPLED' && scaStatus === 'started');
  return profile.methodMayChange && isAwaited && hasAuthenticated(authorisation);
}
