import type { AspspProfile } from './aspsp-profile.ts';

type LimitsOfTpp = Pick<AspspProfile['limits'], 'requestsPerSecond' | 'requestBurst' | 'fairRequestsPerSecond'>;

/** Limits of a TPP: its own, or else the general ones. */
export function limitsOf(
  { limits, tppLimits }: Pick<AspspProfile, 'limits' | 'tppLimits'>,
  tppId: string,
): LimitsOfTpp {
  const own = Object.hasOwn(tppLimits, tppId) ? tppLimits[tppId] : undefined;
  return {
    requestsPerSecond: own?.requestsPerSecond ?? limits.requestsPerSecond,
    requestBurst: own?.requestBurst ?? limits.requestBurst,
    fairRequestsPerSecond: own?.fairRequestsPerSecond ?? limits.fairRequestsPerSecond,
  };
}
