/** First and longest pause between retries; each is twice the one before, with jitter. */
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 60_000;

/** Milliseconds until the next attempt: doubled each time, with jitter, so that a backlog does not come back in one wave. */
export function backoffMs(attempts: number, random = Math.random()): number {
  const pause = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(attempts, 20));
  return Math.round(pause * (0.5 + random / 2));
}
