import type { AccessQuota } from '@xs2a/contracts';
import type { Response } from 'express';

/**
 * Tells a TPP what its consent leaves of this kind of read of this account today. Reads with the PSU present are not
 * limited and have no such headers; a one-off consent has no new day, so no reset either.
 */
export function tellAccessQuota(response: Response, quota: AccessQuota | undefined): void {
  if (quota === undefined) return;
  response.setHeader('X-RateLimit-Limit', String(quota.limit));
  response.setHeader('X-RateLimit-Remaining', String(quota.remaining));
  if (quota.resetSeconds !== undefined) response.setHeader('X-RateLimit-Reset', String(quota.resetSeconds));
}
