// Measures the cost of a request through all services beside a bare handler of Express and MongoDB:
//   npm run bench -- requests              ends with 1 if a request lost a tenth of its recorded ratio
//   npm run bench -- requests --record  keeps the ratios of this run (testing/bench/recorded.json)
// Variables: BENCH_SECONDS.
import { TppClient } from '@xs2a/test-kit';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { readArguments } from '../../tools/command/read-arguments.ts';
import { casesOf } from './cases.ts';
import { memoryMiB, pidListeningOn } from './cpu-time.ts';
import { BENCH_PROFILE, load, type Measured } from './load.ts';
import { lossesOf, readRecorded, record } from './recorded.ts';
import { ratiosOf, reportOf, rowOf } from './report.ts';
import { startBaseline } from './start-baseline.ts';

/**
 * The full chain (gateway, NATS, services, MongoDB; all checks and logging on) beside a bare Express and MongoDB handler, in one
 * run on one machine, alternating, so that other load on the machine affects both alike.
 */
const CONNECTIONS = 32;
const ROUNDS = 3;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const WARM_UP_SECONDS = 3;

const { record: mustRecord } = readArguments(import.meta.filename, { options: { record: { type: 'boolean' } } }).values;
await using system = await runSystem({ PROFILE: BENCH_PROFILE });
const mongodPid = pidListeningOn(Number(new URL(system.mongoUrl).port));
const natsPid = pidListeningOn(Number(new URL(system.natsUrl).port));
const { cases, consentIds } = await casesOf(new TppClient(system.gatewayUrl));
using baseline = await startBaseline(system.mongoUrl, consentIds);

const rows = [];
for (const request of cases) {
  const processes = request.processes.map((name) => [name, system.services[name].pid] as const);
  const sides = {
    chain: { url: system.gatewayUrl, pids: { ...Object.fromEntries(processes), nats: natsPid, mongod: mongodPid } },
    baseline: { url: baseline.url, pids: { baseline: baseline.pid, mongod: mongodPid } },
  };
  const rounds: Record<keyof typeof sides, Measured[]> = { chain: [], baseline: [] };
  for (const { url, pids } of Object.values(sides)) {
    await load(url, request, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS, pids });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of ['chain', 'baseline'] as const) {
      const { url, pids } = sides[side];
      rounds[side].push(await load(url, request, { connections: CONNECTIONS, seconds: SECONDS, pids }));
    }
  }
  rows.push(rowOf(request.name, 'chain', rounds.chain), rowOf(request.name, 'baseline', rounds.baseline));
  console.error(`${request.name}: done`);
}
const [read] = cases;
if (read !== undefined) {
  const once = { connections: 1, seconds: SECONDS, pids: {} };
  const chain = await load(system.gatewayUrl, read, once);
  const bare = await load(baseline.url, read, once);
  console.log(`\nOne ${read.name} at a time, mean ms: chain ${meanMs(chain)}, baseline ${meanMs(bare)}`);
}
const memory = Object.entries(system.services).map(([name, { pid }]) => `${name} ${memoryMiB(pid).toFixed(0)}`);
console.log(`Memory after the run, MiB: ${memory.join(', ')}\n`);
const [ratios, recorded] = [ratiosOf(rows), readRecorded()];
console.log(reportOf(rows, ratios, recorded));
if (mustRecord) record(ratios);
else {
  for (const name of lossesOf(ratios, recorded)) {
    console.log(
      `\nLOSS: ${name} has lost more than a tenth of its recorded ratio. Other load on the machine can do that: run it again.`,
    );
    process.exitCode = 1;
  }
}

function meanMs({ seconds, requests }: Measured): string {
  return ((seconds * 1_000) / requests).toFixed(2);
}
