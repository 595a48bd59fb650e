import { describe, expect, it } from 'vitest';
import { lossesOf } from './recorded.ts';
import { type Row, ratiosOf } from './report.ts';

const row = (name: string, side: Row['side'], cpuMs: number): Row => ({
  name,
  side,
  requestsPerSecond: 1_000,
  p50Ms: 1,
  p99Ms: 2,
  failed: 0,
  cpuPerRequest: { gateway: cpuMs / 2, mongod: cpuMs / 2 },
});

describe('a run of the benchmark compared with the recorded one', () => {
  it('compares requests per CPU-second of the chain, relative to the baseline', () => {
    expect(ratiosOf([row('GET', 'chain', 0.5), row('GET', 'baseline', 0.25)])).toEqual({ GET: 0.5 });
  });

  it('lists requests that are more than 10 % worse, and those no longer measured', () => {
    const recorded = { GET: 0.5, POST: 0.4, DELETE: 0.3 };
    expect(lossesOf({ GET: 0.46, POST: 0.35 }, recorded)).toEqual(['POST', 'DELETE']);
  });
});
