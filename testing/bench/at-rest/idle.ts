// Measures the cost of an idle system with a loaded sandbox: CPU time by process, and commands of MongoDB:
//   npm run bench -- idle
// Variables: BENCH_SECONDS.
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES } from '@xs2a/test-system/start/prepare-system';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import { readArguments } from '../../../tools/command/read-arguments.ts';
import { cpuMs, pidListeningOn } from '../cpu-time.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30);
/** Time for the cleanup after the start. */
const SETTLED_MS = 15_000;

readArguments(import.meta.filename, { options: {} });
await using system = await runSystem();
await using client = await MongoClient.connect(system.mongoUrl);
const pids = {
  ...Object.fromEntries(SERVICES.map((name) => [name, system.services[name].pid])),
  mongod: pidListeningOn(Number(new URL(system.mongoUrl).port)),
  nats: pidListeningOn(Number(new URL(system.natsUrl).port)),
};

await delay(SETTLED_MS);
const before = await readCounters();
await delay(SECONDS * 1_000);
const now = await readCounters();
const cpu = Object.keys(pids).map((name) => [name, ratePerSecond(name, 'cpu')] as const);
const all = cpu.reduce((sum, [, ms]) => sum + ms, 0);
const lines = [...cpu, ['all', all] as const].map(([name, ms]) => `| ${name} | ${ms.toFixed(1)} |`);
console.log(['| process | CPU-ms a second |', '| --- | ---: |', ...lines].join('\n'));
const commands = Object.keys(now.commands)
  .map((name) => [name, ratePerSecond(name, 'commands')] as const)
  .filter(([, count]) => count >= 0.1);
console.log(
  `\nCommands of MongoDB a second: ${commands.map(([name, count]) => `${name} ${count.toFixed(1)}`).join(', ')}`,
);

function ratePerSecond(name: string, of: 'cpu' | 'commands'): number {
  return ((now[of][name] ?? 0) - (before[of][name] ?? 0)) / SECONDS;
}

async function readCounters(): Promise<Record<'cpu' | 'commands', Record<string, number>>> {
  const status = await client.db('admin').command({ serverStatus: 1 });
  const { commands: counted } = status['metrics'] as { commands: Record<string, { total?: unknown }> };
  return {
    cpu: Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid)])),
    commands: Object.fromEntries(Object.entries(counted).map(([name, { total }]) => [name, Number(total ?? 0)])),
  };
}
