// Memory of each service, as its proportional set size (PSS), and how long it takes to be ready again:
//   npm run bench-memory
// BENCH_SECONDS is the length of each load. For Linux only.
import { TppClient } from '@xs2a/test-kit';
import { runSystem, SERVICES } from '@xs2a/test-system/start/run-system';
import { readArguments } from '../tools/command/read-arguments.ts';
import { casesOf } from './cases.ts';
import { load } from './load.ts';
import { pssMiB } from './memory-of.ts';

readArguments(import.meta.filename, { options: {} });

const CONNECTIONS = 32;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);

await using system = await runSystem();
const services = SERVICES.map((name) => system.services[name]);
const memory = (): number[] => services.map(({ pid }) => pssMiB(pid));

const ready: number[] = [];
for (const service of services) {
  await service.stop();
  const from = performance.now();
  service.start();
  await service.ready();
  ready.push(performance.now() - from);
}
await system.ready();
const idle = memory();
const { cases } = await casesOf(new TppClient(system.gatewayUrl));
for (const request of cases) {
  const { requests, failed, cpu } = await load(system.gatewayUrl, request, {
    connections: CONNECTIONS,
    seconds: SECONDS,
    pids: Object.fromEntries(request.processes.map((name) => [name, system.services[name].pid])),
  });
  const used = Object.values(cpu).reduce((sum, ms) => sum + ms, 0);
  console.error(`${request.name}: ${requests} requests, ${failed} failed, CPU-ms each ${(used / requests).toFixed(3)}`);
}
const loaded = memory();

const lines = services.map(
  ({ name }, at) => `| ${name} | ${ready[at]?.toFixed(0)} | ${idle[at]?.toFixed(0)} | ${loaded[at]?.toFixed(0)} |`,
);
const sum = (values: readonly number[]): string => values.reduce((total, value) => total + value, 0).toFixed(0);
console.log(
  [
    '| service | ms until ready | PSS idle, MiB | PSS after load, MiB |',
    '| --- | ---: | ---: | ---: |',
    ...lines,
    `| all | | ${sum(idle)} | ${sum(loaded)} |`,
  ].join('\n'),
);
