import { join } from 'node:path';
import { REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import autocannon from 'autocannon';
import type { Case } from './cases.ts';
import { cpuMs } from './cpu-time.ts';

/** Profile file (`PROFILE`) for one TPP that sends the load of many: its requests are counted without a limit. */
export const BENCH_PROFILE = join(import.meta.dirname, 'profile.yaml');

export interface Measured {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** CPU milliseconds of each process over the whole run. */
  readonly cpu: Record<string, number>;
}

/** Sends one kind of request for some seconds over a number of connections, and measures its cost. */
export async function load(
  url: string,
  { method, path, paths = [path], body, headers }: Pick<Case, 'method' | 'path' | 'paths' | 'body' | 'headers'>,
  options: { connections: number; seconds: number; pids: Record<string, number> },
): Promise<Measured> {
  const before = cpuOf(options.pids);
  let sent = 0;
  const result = await autocannon({
    url,
    connections: options.connections,
    duration: options.seconds,
    requests: [
      {
        method,
        ...(body !== undefined && { body }),
        setupRequest: (request) => ({
          ...request,
          path: paths[sent++ % paths.length] ?? path,
          headers: {
            ...(method === 'POST' && { ...REDIRECT_HEADERS, 'Content-Type': 'application/json' }),
            'X-Request-ID': crypto.randomUUID(),
            ...headers,
          },
        }),
      },
    ],
  });
  const after = cpuOf(options.pids);
  return {
    requests: result['2xx'],
    seconds: result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
    cpu: Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)])),
  };
}

function cpuOf(pids: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid)]));
}
