/** Milliseconds before the second attempt; each further one waits twice as long, with jitter. */
const FIRST_PAUSE_MS = 10;

/**
 * Waits a moment before a guarded write is tried anew, and not before the first attempt. Reads see what a majority has:
 * what made the last attempt fail becomes readable only then.
 */
export async function beforeAttempt(attempt: number): Promise<void> {
  if (attempt <= 1) return;
  const pause = FIRST_PAUSE_MS * 2 ** (attempt - 2);
  await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
}
