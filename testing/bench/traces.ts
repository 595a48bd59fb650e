// Measures the cost of traces: CPU milliseconds per request of all services together, with traces off, on with nothing recorded, and on with
// every request recorded (docs/decisions/0049-traces.md).
//   npm run bench -- traces
// BENCH_SECONDS is the length of each round.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TppClient } from '@xs2a/test-kit';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { readArguments } from '../../tools/command/read-arguments.ts';
import { casesOf } from './cases.ts';
import { BENCH_PROFILE, load } from './load.ts';

readArguments(import.meta.filename, { options: {} });

const CONNECTIONS = 16;
const ROUNDS = 3;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);

/** Accepts and discards everything, as a real collector runs on another machine. */
const collector = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const SIDES = [
  ['off', {}],
  ['on, none recorded', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0' }],
  ['on, all recorded', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }],
] as const;

const rows: string[] = [];
for (const [side, env] of SIDES) {
  await using system = await runSystem({ PROFILE: BENCH_PROFILE, ...env });
  const { cases } = await casesOf(new TppClient(system.gatewayUrl));
  for (const request of cases) {
    const pids = Object.fromEntries(request.processes.map((name) => [name, system.services[name].pid]));
    const perRequest: number[] = [];
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      const { requests, cpu } = await load(system.gatewayUrl, request, {
        connections: CONNECTIONS,
        seconds: SECONDS,
        pids,
      });
      const used = Object.values(cpu).reduce((sum, ms) => sum + ms, 0);
      if (round > 0) perRequest.push(used / requests);
    }
    const median = perRequest.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
    rows.push(`| ${request.name} | ${side} | ${median.toFixed(3)} |`);
    console.error(rows.at(-1));
  }
}
collector.close();
console.log(['| request | traces | CPU ms per request |', '| --- | --- | ---: |', ...rows].join('\n'));
