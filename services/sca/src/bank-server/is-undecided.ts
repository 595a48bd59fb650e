import type { ScaStatus } from '@xs2a/contracts';
import type { ScaContext } from '../context.ts';
import type { Authorisation } from '../model/authorisation.ts';

/**
 * Statuses before a second factor. `psuAuthenticated` applies where the first factor came through the TPP and the authorisation
 * continues as a redirect.
 */
const UNDECIDED: readonly ScaStatus[] = ['received', 'psuIdentified', 'psuAuthenticated'];

/** Whether the PSU may still decide at the bank's own server. */
export function isUndecided(
  { now }: Pick<ScaContext, 'now'>,
  { scaStatus, openUntil }: Pick<Authorisation, 'scaStatus' | 'openUntil'>,
): boolean {
  return UNDECIDED.includes(scaStatus) && openUntil > now();
}
