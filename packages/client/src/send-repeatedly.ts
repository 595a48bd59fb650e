import { setTimeout as after } from 'node:timers/promises';

export interface Patience {
  /** How often a request is sent again that was not answered, or answered 503. */
  readonly repeats: number;
  /** Longest wait for what `Retry-After` says. */
  readonly waitSecondsMax: number;
}

/** Where the bank says nothing, or cannot be reached: doubled each time. */
const FIRST_WAIT_SECONDS = 0.25;

/**
 * Sends until there is an answer. The same `X-Request-ID` makes a repeated request the one before (idempotence of
 * creations), so that nothing is paid twice; what must not be repeated has a patience of no repeats.
 */
export async function sendRepeatedly(
  send: () => Promise<Response>,
  { repeats, waitSecondsMax }: Patience,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let turn = 0; ; turn++) {
    const isLast = turn >= repeats;
    const answer = await send().catch((error: unknown) => {
      if (isLast || signal?.aborted === true) throw error;
      return undefined;
    });
    if (answer !== undefined && (answer.status !== 503 || isLast)) return answer;
    const said = Number(answer?.headers.get('retry-after') ?? Number.NaN);
    const seconds = Number.isFinite(said) && said >= 0 ? said : FIRST_WAIT_SECONDS * 2 ** turn;
    if (answer !== undefined && seconds > waitSecondsMax) return answer;
    await answer?.body?.cancel();
    await after(Math.min(seconds, waitSecondsMax) * 1_000, undefined, signal === undefined ? {} : { signal });
  }
}
