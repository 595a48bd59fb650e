/** A halted process accepts the connection and answers nothing. */
const ANSWER_MS_MAX = 5_000;

/** `/readyz`: the service can do its work. `/livez`: it runs and answers, ready or not. */
export type Probe = '/readyz' | '/livez';

/** Whether a service answers the probe at its health port with 200. */
export async function passes(probe: Probe, healthPort: number, withinMs = ANSWER_MS_MAX): Promise<boolean> {
  const signal = AbortSignal.timeout(withinMs);
  const answer = await fetch(`http://127.0.0.1:${healthPort}${probe}`, { signal }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status === 200;
}

/** Returns all metrics of a service. */
export async function metricsAt(healthPort: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
}

/** Returns a metric of a service; undefined while it does not answer. */
export async function metricAt(healthPort: number, name: string): Promise<number | undefined> {
  const text = await metricsAt(healthPort).catch(() => undefined);
  const line = text?.split('\n').find((candidate) => candidate.startsWith(`${name}{`));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
}
