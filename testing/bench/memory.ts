// Measures the memory of each service, as its proportional set size (PSS), and its start time; the same for all in one process:
//   npm run bench -- memory
// BENCH_SECONDS is the length of each load. The last figure is taken after some seconds without requests. Linux only.
import { setTimeout as after } from 'node:timers/promises';
import { TppClient } from '@xs2a/test-kit';
import { SERVICES } from '@xs2a/test-system/start/prepare-system';
import { runCompact } from '@xs2a/test-system/start/run-compact';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { readArguments } from '../../tools/command/read-arguments.ts';
import { casesOf } from './cases.ts';

import { BENCH_PROFILE, load } from './load.ts';
import { pssMiB } from './memory-of.ts';

readArguments(import.meta.filename, { options: {} });

const CONNECTIONS = 32;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
/** After this time without requests a process has returned memory that it does not need. */
const QUIET_MS = 10_000;

interface Row {
  readonly name: string;
  readonly readyMs?: number;
  readonly idle: number;
  readonly loaded: number;
  readonly quiet: number;
}

const apart = await measureApart();
const sum = (of: 'idle' | 'loaded' | 'quiet'): number => apart.reduce((total, row) => total + row[of], 0);
const all = { name: 'all', idle: sum('idle'), loaded: sum('loaded'), quiet: sum('quiet') };
const rows: Row[] = [...apart, all, await measureTogether()];
const lines = rows.map(
  ({ name, readyMs, idle, loaded, quiet }) =>
    `| ${name} | ${readyMs?.toFixed(0) ?? ''} | ${idle.toFixed(0)} | ${loaded.toFixed(0)} | ${quiet.toFixed(0)} |`,
);
const head = [
  '| service | ms until ready | PSS idle, MiB | PSS after load, MiB | quiet again, MiB |',
  '| --- | ---: | ---: | ---: | ---: |',
];
console.log([...head, ...lines].join('\n'));

async function measureApart(): Promise<Row[]> {
  await using system = await runSystem({ PROFILE: BENCH_PROFILE });
  const services = SERVICES.map((name) => system.services[name]);
  const readyMs: number[] = [];
  for (const service of services) {
    await service.stop();
    const from = performance.now();
    service.start();
    await service.ready();
    readyMs.push(performance.now() - from);
  }
  await system.ready();
  const memory = (): number[] => services.map(({ pid }) => pssMiB(pid));
  const idle = memory();
  await loadAll(system.gatewayUrl);
  const loaded = memory();
  await after(QUIET_MS);
  const quiet = memory();
  return services.map(({ name }, at) => ({
    name,
    readyMs: readyMs[at] ?? NaN,
    idle: idle[at] ?? NaN,
    loaded: loaded[at] ?? NaN,
    quiet: quiet[at] ?? NaN,
  }));
}

async function measureTogether(): Promise<Row> {
  await using compact = await runCompact({ PROFILE: BENCH_PROFILE });
  const { readyMs, gatewayUrl } = compact;
  const { pid } = compact.process;
  const idle = pssMiB(pid);
  await loadAll(gatewayUrl);
  const loaded = pssMiB(pid);
  await after(QUIET_MS);
  return { name: 'all in one process', readyMs, idle, loaded, quiet: pssMiB(pid) };
}

async function loadAll(gatewayUrl: string): Promise<void> {
  const { cases } = await casesOf(new TppClient(gatewayUrl));
  for (const request of cases) {
    const { requests, failed } = await load(gatewayUrl, request, {
      connections: CONNECTIONS,
      seconds: SECONDS,
      pids: {},
    });
    console.error(`${request.name}: ${requests} requests, ${failed} failed`);
  }
}
