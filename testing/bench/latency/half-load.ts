// Measures the response time for a TPP at half and at an eighth of the maximum load:
//   npm run bench -- latency
// Requests come at random moments, as from independent TPPs, to the full chain and to a bare handler of Express and MongoDB at the
// same rate. Variables: BENCH_SECONDS.
import { TppClient } from '@xs2a/test-kit';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { readArguments } from '../../../tools/command/read-arguments.ts';
import { type Case, casesOf } from '../cases.ts';
import { BENCH_PROFILE, load } from '../load.ts';
import { startBaseline } from '../start-baseline.ts';
import { arrivals, type Latencies } from './arrivals.ts';

const CONNECTIONS = 32;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ROUNDS = 3;
const PARTS = [
  { name: '1/8', part: 1 / 8 },
  { name: '1/2', part: 1 / 2 },
];

readArguments(import.meta.filename, { options: {} });
await using system = await runSystem({ PROFILE: BENCH_PROFILE });
const { cases, consentIds } = await casesOf(new TppClient(system.gatewayUrl));
using baseline = await startBaseline(system.mongoUrl, consentIds);
console.log('| request | of what the chain can do | a second | side | p50 ms | p90 ms | p99 ms | failed |');
console.log('|---|---|---|---|---|---|---|---|');
for (const sent of cases) {
  const most = await mostOf(sent);
  for (const { name, part } of PARTS) {
    const rate = most * part;
    const measured: Record<'chain' | 'baseline', Latencies[]> = { chain: [], baseline: [] };
    for (let round = 0; round < ROUNDS; round++) {
      measured.chain.push(await arrivals(system.gatewayUrl, sent, rate, SECONDS));
      measured.baseline.push(await arrivals(baseline.url, sent, rate, SECONDS));
    }
    for (const [side, rounds] of Object.entries(measured)) {
      const shown = (['p50Ms', 'p90Ms', 'p99Ms'] as const).map((of) => median(rounds.map((one) => one[of])).toFixed(1));
      const failed = rounds.reduce((sum, one) => sum + one.failed, 0);
      console.log(`| ${[sent.name, name, rate.toFixed(0), side, ...shown, failed].join(' | ')} |`);
    }
  }
}

/** Requests per second with 32 connections, after a warm-up. */
async function mostOf(sent: Case): Promise<number> {
  const options = { connections: CONNECTIONS, seconds: SECONDS, pids: {} };
  await load(baseline.url, sent, options);
  await load(system.gatewayUrl, sent, options);
  const { requests, seconds } = await load(system.gatewayUrl, sent, options);
  return requests / seconds;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
