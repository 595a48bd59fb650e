import { type Situation, Xs2aError } from '@xs2a/contracts';

const ATTEMPTS_MAX = 5;
/** Milliseconds before the second attempt; doubled for each further one, with jitter. */
const FIRST_PAUSE_MS = 10;

/**
 * Repeats a guarded write until it succeeds. An attempt reads the document, decides and writes; null means that another writer
 * changed the document in between. Throws the error case `whenLost` after five lost attempts.
 */
export async function retryOnConflict<T>(
  attempt: () => Promise<T | null>,
  whenLost: Situation = 'statusConflict',
): Promise<T> {
  for (let number = 1; number <= ATTEMPTS_MAX; number++) {
    await pauseBefore(number);
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new Xs2aError(whenLost);
}

/**
 * Pauses before every attempt but the first. With majority reads, the change that made the last attempt fail becomes readable
 * only after a moment.
 */
async function pauseBefore(attempt: number): Promise<void> {
  if (attempt === 1) return;
  const pauseMs = FIRST_PAUSE_MS * 2 ** (attempt - 2);
  await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
}
