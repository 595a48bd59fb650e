/** Longer than the verification of a password takes under load; short enough for a PSU who mistyped. */
const STEP_MS = 250;

/**
 * Delays failures to a multiple of a fixed interval after the request. The response time then does not reveal whether a password
 * or a code was verified, or nothing because the PSU-ID is locked (RTS 2018/389, Art. 4(3)(a)). Successes are answered at once.
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
