import { setTimeout as after } from 'node:timers/promises';

const IN_A_ROW = 20;
const PAUSE_MS = 100;
const ANSWER_MS_MAX = 1_000;
const WAIT_MS_MAX = 240_000;

/** Waits until several requests in a row are answered in time: after an installation every pod warms up at once. */
export async function untilAnswered(gatewayUrl: string): Promise<void> {
  const unknown = new URL('/v1/consents/unknown/status', gatewayUrl);
  const isAnswered = async (): Promise<boolean> => {
    const headers = { 'X-Request-ID': crypto.randomUUID() };
    const answer = await fetch(unknown, { headers, signal: AbortSignal.timeout(ANSWER_MS_MAX) }).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer !== undefined && answer.status < 500;
  };
  let answered = 0;
  for (const end = Date.now() + WAIT_MS_MAX; answered < IN_A_ROW; await after(PAUSE_MS)) {
    if (Date.now() > end) throw new Error('this machine is too busy: requests are not answered within a second');
    answered = (await isAnswered()) ? answered + 1 : 0;
  }
}
