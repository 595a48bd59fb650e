import type { AccessQuota } from '@xs2a/contracts';
import type { Response } from 'express';

/**
 * Tells the TPP how many reads of this kind its consent has left for this account today (decision 18). Reads with the PSU
 * present are not limited and have no such headers. A one-off consent has no next day, so no reset either.
 */
export function setQuotaHeaders(response: Response, quota: AccessQuota | undefined): void {
  if (quota === undefined) return;
  response.setHeader('X-RateLimit-Limit', String(quota.limit));
  response.setHeader('X-RateLimit-Remaining', String(quota.remaining));
  if (quota.resetSeconds !== undefined) response.setHeader('X-RateLimit-Reset', String(quota.resetSeconds));
}
