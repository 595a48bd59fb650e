/** Longer than the verification of a password takes under load; short enough for a PSU who mistyped. */
const STEP_MS = 250;

/**
 * Answers failures at a whole step of time after the request. The time then does not tell whether a password was
 * verified, a code, or nothing because the PSU-ID is closed (RTS 2018/389, Art. 4(3)(a)). Successes leave at once.
 */
export async function inConstantTime<T>(isFailure: (outcome: T) => boolean, verify: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const outcome = await verify();
  if (isFailure(outcome)) await pause(STEP_MS - ((performance.now() - startedAt) % STEP_MS));
  return outcome;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
