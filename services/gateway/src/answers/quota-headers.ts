import type { AccessQuota } from '@xs2a/contracts';
import type { Response } from 'express';

/**
 * Sets the headers with the remaining reads of this kind for the consent and account today (decision 18). Reads with the PSU
 * present are unlimited and have no such headers. A one-off consent has no next day, so no reset header either.
 */
export function setQuotaHeaders(response: Response, quota: AccessQuota | undefined): void {
  if (quota === undefined) return;
  response.setHeader('X-RateLimit-Limit', String(quota.limit));
  response.setHeader('X-RateLimit-Remaining', String(quota.remaining));
  if (quota.resetSeconds !== undefined) response.setHeader('X-RateLimit-Reset', String(quota.resetSeconds));
}
