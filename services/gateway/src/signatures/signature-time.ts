import type { SentSignature } from './parse-signature.ts';

/** Largest difference between the clock of a TPP and ours. */
const SKEW_MS_MAX = 300_000;
/** As HTTP writes dates (RFC 9110, 5.6.7). A date without a time zone would be read in that of the machine. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Whether a `Date` is of the present. */
export function isNear(date: string, now: Date): boolean {
  // An invalid date is NaN, which is never near.
  return HTTP_DATE.test(date) && Math.abs(Date.parse(date) - now.getTime()) <= SKEW_MS_MAX;
}

/** Whether `created` is in the future, or `expires` in the past. Neither is demanded, and neither makes a signature better. */
export function isOutOfTime({ created = 0, expires = Infinity }: SentSignature, now: Date): boolean {
  const nowMs = now.getTime();
  return created * 1_000 > nowMs + SKEW_MS_MAX || expires * 1_000 < nowMs - SKEW_MS_MAX;
}
