import type { SentSignature } from './parse-signature.ts';

/** Upper bound on the difference between the clocks of TPP and gateway. */
const SKEW_MS_MAX = 300_000;
/** Date format of HTTP (RFC 9110, 5.6.7). A date without a time zone would be read in the local one. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Whether a `Date` is close to the current time. */
export function isNear(date: string, now: Date): boolean {
  // An invalid date is NaN, which is never near.
  return HTTP_DATE.test(date) && Math.abs(Date.parse(date) - now.getTime()) <= SKEW_MS_MAX;
}

/** Whether `created` is in the future, or `expires` in the past. Both are optional, and neither strengthens a signature. */
export function isOutOfTime({ created = 0, expires = Infinity }: SentSignature, now: Date): boolean {
  const nowMs = now.getTime();
  return created * 1_000 > nowMs + SKEW_MS_MAX || expires * 1_000 < nowMs - SKEW_MS_MAX;
}
