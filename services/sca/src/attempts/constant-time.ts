import { setTimeout as pause } from 'node:timers/promises';

/** Longer than a password takes to be judged, also where the machine is not calm; short enough for who mistyped. */
const STEP_MS = 250;

/**
 * Judges what a PSU, or whoever says to be one, typed. What is refused leaves at a whole step of time after it came:
 * whether there was a password to be judged, a code, or nothing because the PSU-ID is closed, the time does not tell
 * (RTS 2018/389 Art. 4 (3) a). What is right leaves at once.
 */
export async function inEvenTime<T>(isRefused: (outcome: T) => boolean, judge: () => Promise<T>): Promise<T> {
  const came = performance.now();
  const outcome = await judge();
  if (isRefused(outcome)) await pause(STEP_MS - ((performance.now() - came) % STEP_MS));
  return outcome;
}
