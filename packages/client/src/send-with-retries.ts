import { setTimeout as after } from 'node:timers/promises';

export interface RetryOptions {
  /** Number of repetitions of a request without an answer, or with 503. */
  readonly repeats: number;
  /** Maximum `Retry-After` that is waited for. */
  readonly waitSecondsMax: number;
}

/** First pause without `Retry-After`, or if the bank is unreachable; doubled with each repetition. */
const FIRST_WAIT_SECONDS = 0.25;

/**
 * Sends a request until it is answered. A repetition with the same `X-Request-ID` is the same creation, so that nothing is paid
 * twice. Requests that must not be repeated have `repeats: 0`.
 */
export async function sendWithRetries(
  send: () => Promise<Response>,
  { repeats, waitSecondsMax }: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let turn = 0; ; turn++) {
    const isLast = turn >= repeats;
    const answer = await send().catch((error: unknown) => {
      if (isLast || signal?.aborted === true) throw error;
      return undefined;
    });
    if (answer !== undefined && (answer.status !== 503 || isLast)) return answer;
    const retryAfter = Number(answer?.headers.get('retry-after') ?? Number.NaN);
    const seconds = Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : FIRST_WAIT_SECONDS * 2 ** turn;
    if (answer !== undefined && seconds > waitSecondsMax) return answer;
    await answer?.body?.cancel();
    await after(Math.min(seconds, waitSecondsMax) * 1_000, undefined, signal === undefined ? {} : { signal });
  }
}
