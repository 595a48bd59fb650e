// Measures the cost of a request with one, two and four replicas of each service involved, at the same load:
//   npm run bench -- replicas
// Variables: BENCH_SECONDS.
import { freePort, TppClient } from '@xs2a/test-kit';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { ServiceProcess } from '@xs2a/test-system/start/service-process';
import { readArguments } from '../../tools/command/read-arguments.ts';
import { type Case, casesOf } from './cases.ts';
import { pidListeningOn } from './cpu-time.ts';
import { BENCH_PROFILE, load, type Measured } from './load.ts';

/** The connections are distributed over the gateways. Replicas of services share their work by their queue groups. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
/** For each replica: a new one is slow until its code is compiled. */
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 32;
const REPLICAS = [1, 2, 4];
const REPLICATED = ['gateway', 'consent', 'payments', 'sca'] as const;
type Replicated = (typeof REPLICATED)[number];

readArguments(import.meta.filename, { options: {} });
await using system = await runSystem({ PROFILE: BENCH_PROFILE });
const mongod = pidListeningOn(Number(new URL(system.mongoUrl).port));
const nats = pidListeningOn(Number(new URL(system.natsUrl).port));
const { cases } = await casesOf(new TppClient(system.gatewayUrl));
const gateways = [system.gatewayUrl];
const pids = new Map<Replicated, number[]>(REPLICATED.map((name) => [name, [system.services[name].pid]]));
const added: ServiceProcess[] = [];
try {
  console.log('| replicas | request | requests/s | p99 ms | CPU-ms per request by service | all |');
  console.log('|---|---|---|---|---|---|');
  for (const replicas of REPLICAS) {
    while (gateways.length < replicas) for (const name of REPLICATED) await add(name);
    for (const request of cases) {
      await measure(request, WARM_UP_SECONDS * replicas);
      console.log(`| ${replicas} | ${request.name} | ${rowOf(await measure(request, SECONDS))} |`);
    }
  }
} finally {
  for (const replica of added) await replica.stop();
}

async function add(name: Replicated): Promise<void> {
  const port = await freePort();
  const replica = await ServiceProcess.prepare(name, {
    NATS_URL: system.natsUrl,
    MONGO_URL: system.mongoUrl,
    PORTAL_URL: system.portalUrl,
    SANDBOX: 'true',
    PROFILE: BENCH_PROFILE,
    ...(name === 'gateway' && { GATEWAY_PORT: String(port) }),
  });
  replica.start();
  added.push(replica);
  await replica.ready();
  pids.get(name)?.push(replica.pid);
  if (name === 'gateway') gateways.push(`http://localhost:${port}`);
}

async function measure(request: Case, seconds: number): Promise<Measured[]> {
  const asked = REPLICATED.filter((name) => request.processes.includes(name));
  const watched = asked.flatMap((name) =>
    (pids.get(name) ?? []).map((pid, index) => [`${name} ${index}`, pid] as const),
  );
  return Promise.all(
    gateways.map((url, index) => {
      // The common cost of all replicas is counted once.
      const counted = index === 0 ? { ...Object.fromEntries(watched), nats, mongod } : {};
      return load(url, request, { connections: CONNECTIONS / gateways.length, seconds, pids: counted });
    }),
  );
}

function rowOf(measured: readonly Measured[]): string {
  const requests = measured.reduce((total, one) => total + one.requests, 0);
  const costs = new Map<string, number>();
  for (const [process, ms] of Object.entries(measured[0]?.cpu ?? {})) {
    const [name = ''] = process.split(' ');
    costs.set(name, (costs.get(name) ?? 0) + ms / requests);
  }
  const each = [...costs].map(([name, ms]) => `${name} ${ms.toFixed(3)}`).join(', ');
  const all = [...costs.values()].reduce((total, ms) => total + ms, 0);
  const perSecond = requests / (measured[0]?.seconds ?? 1);
  const p99Ms = Math.max(...measured.map((one) => one.p99Ms));
  return `${perSecond.toFixed(0)} | ${p99Ms} | ${each} | ${all.toFixed(3)}`;
}
