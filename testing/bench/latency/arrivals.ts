import { Agent, request } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import type { Case } from '../cases.ts';

/** Milliseconds from the time a request was due until its answer, for this number of requests. */
export interface Latencies {
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/** Timers are late by about this much; the last moments are awaited without one. */
const TIMER_LATE_MS = 1;
const CONNECTIONS_MAX = 64;

/**
 * Sends requests as independent callers do: `rate` per second on average, at random moments, without waiting for earlier answers.
 * The time that a request waits for a connection counts, as its caller waits too.
 */
export async function arrivals(url: string, sent: Case, rate: number, seconds: number): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  const latencies: number[] = [];
  const open: Promise<void>[] = [];
  let failed = 0;
  const ask = async (path: string, dueAt: number): Promise<void> => {
    const status = await answerTo(agent, url, sent, path).catch(() => 0);
    if (status < 200 || status > 299) failed++;
    else latencies.push(performance.now() - dueAt);
  };
  const startedAt = performance.now();
  for (let due = nextGapMs(rate), number = 0; due < seconds * 1_000; due += nextGapMs(rate), number++) {
    await untilDue(startedAt + due);
    const { path, paths = [path] } = sent;
    open.push(ask(paths[number % paths.length] ?? path, startedAt + due));
  }
  await Promise.all(open);
  agent.destroy();
  const sorted = latencies.toSorted((one, other) => one - other);
  const quantile = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { p50Ms: quantile(0.5), p90Ms: quantile(0.9), p99Ms: quantile(0.99), failed };
}

/** Interval between two of many independent callers: an exponential distribution. */
function nextGapMs(rate: number): number {
  return (-Math.log(1 - Math.random()) * 1_000) / rate;
}

async function untilDue(at: number): Promise<void> {
  const left = at - performance.now();
  if (left > TIMER_LATE_MS) await setTimeout(left - TIMER_LATE_MS);
  while (performance.now() < at) await setImmediate();
}

function answerTo(agent: Agent, url: string, { method, body, headers }: Case, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(
      new URL(path, url),
      {
        agent,
        method,
        headers: {
          ...(method === 'POST' && { ...REDIRECT_HEADERS, 'Content-Type': 'application/json' }),
          'X-Request-ID': crypto.randomUUID(),
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}
