// Measures the cost of counting the requests of a TPP, and the time until a blocked one is refused everywhere:
//   npm run bench -- limits
// Variables: BENCH_SECONDS, BENCH_ROUNDS.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockTpp, unblockTpp } from '@xs2a/contracts';
import { Bus } from '@xs2a/service-kit';
import { freePort, hrefOf, TppClient } from '@xs2a/test-kit';
import { consentBody, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { ServiceProcess } from '@xs2a/test-system/start/service-process';
import { readArguments } from '../../tools/command/read-arguments.ts';
import { pidListeningOn } from './cpu-time.ts';
import { load, type Measured } from './load.ts';

/**
 * Cost of counting the requests of a TPP, and time until a blocked one is refused everywhere. Three replicas of the gateway on
 * one database: with the limit of the profile, without any, and with a limit that is used up.
 */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const BLOCKS = Number(process.env['BENCH_ROUNDS'] ?? 60);
const ROUNDS = 3;
const CONNECTIONS = 32;
const STOPPED = 'PSDHR-HNB-AISONLY';
const LIMITS = {
  'limit of the profile': undefined,
  'no limit': 'requestsPerSecond: 0',
  'limit used up, 429': 'requestsPerSecond: 1, requestBurst: 1',
};
type Side = keyof typeof LIMITS;

readArguments(import.meta.filename, { options: {} });
const folder = mkdtempSync(join(tmpdir(), 'xs2a-bench-limits-'));
await using system = await runSystem();
const mongod = pidListeningOn(Number(new URL(system.mongoUrl).port));
const nats = pidListeningOn(Number(new URL(system.natsUrl).port));
const replicas: { name: Side; url: string; process: ServiceProcess }[] = [];
for (const [name, limits] of Object.entries(LIMITS) as [Side, string | undefined][]) {
  replicas.push({ name, ...(limits === undefined ? ofSystem() : await replicaWith(limits)) });
}
const created = await new TppClient(system.gatewayUrl).post('/v1/consents', consentBody(), {
  headers: REDIRECT_HEADERS,
});
const path = hrefOf(created, 'status');
try {
  console.log(await costs());
  console.log(await blocks());
} finally {
  for (const { process } of replicas) await process.stop();
  rmSync(folder, { recursive: true });
}

function ofSystem() {
  return { url: system.gatewayUrl, process: system.services.gateway };
}

async function replicaWith(limits: string): Promise<Omit<(typeof replicas)[number], 'name'>> {
  const port = await freePort();
  const profile = join(folder, `${port}.yaml`);
  writeFileSync(profile, `preset: hr-full\nlimits: { ${limits} }\n`);
  const replica = await ServiceProcess.prepare('gateway', {
    NATS_URL: system.natsUrl,
    MONGO_URL: system.mongoUrl,
    PORTAL_URL: system.portalUrl,
    GATEWAY_PORT: String(port),
    SANDBOX: 'true',
    PROFILE: profile,
  });
  replica.start();
  await replica.ready();
  return { url: `http://localhost:${port}`, process: replica };
}

/** One read of a status with 32 connections, in turns; requests refused by the limit reach no service. */
async function costs(): Promise<string> {
  const measured = new Map<Side, Measured[]>(replicas.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, url, process: gateway } of replicas) {
      const pids = { gateway: gateway.pid, consent: system.services.consent.pid, nats, mongod };
      // The replicas share the buckets: the limit is used up for another TPP.
      const tpp = name === 'limit used up, 429' ? 'PSDHR-HNB-OTHER' : 'PSDHR-HNB-SANDBOX';
      const request = { method: 'GET', path, headers: { 'X-Sandbox-TPP': tpp } } as const;
      const result = await load(url, request, { connections: CONNECTIONS, seconds: SECONDS, pids });
      // The first round warms up.
      if (round > 0) measured.get(name)?.push(result);
    }
  }
  const lines = [...measured].map(([name, rounds]) => {
    const sum = (of: (round: Measured) => number): number => rounds.reduce((total, round) => total + of(round), 0);
    const answers = sum(({ requests, failed }) => requests + failed);
    const cpu = ['gateway', 'consent', 'nats', 'mongod'].map((process) =>
      (sum((round) => round.cpu[process] ?? 0) / answers).toFixed(3),
    );
    const refused = ((100 * sum(({ failed }) => failed)) / answers).toFixed(1);
    return `| ${[name, (answers / sum(({ seconds }) => seconds)).toFixed(0), ...cpu, `${refused} %`].join(' | ')} |`;
  });
  const head = '| GET consent status | requests/s | gateway CPU-ms | consent | nats | mongod | refused |';
  return ['', head, '|---|---|---|---|---|---|---|', ...lines, ''].join('\n');
}

/** Times of many blocks: on an idle system, and while another TPP sends requests as fast as it can. */
async function blocks(): Promise<string> {
  await using bus = Object.assign(await Bus.connect(system.natsUrl, 'bench'), {
    async [Symbol.asyncDispose](this: Bus) {
      await this.close();
    },
  });
  const calm = await timesOf(bus);
  const headers = { 'X-Sandbox-TPP': 'PSDHR-HNB-SANDBOX' };
  // About the duration of the blocks.
  const seconds = Math.ceil(BLOCKS * 0.35);
  const [busy] = await Promise.all([
    timesOf(bus),
    load(system.gatewayUrl, { method: 'GET', path, headers }, { connections: CONNECTIONS, seconds, pids: {} }),
  ]);
  const rows = Object.entries({ 'nobody else asks': calm, 'another TPP, 32 connections': busy }).flatMap(
    ([name, { answered, refused, letInAfter }]) => [
      `| ${name} | answered | ${quantiles(answered)} | |`,
      `| ${name} | first refusal at the last of ${replicas.length} replicas | ${quantiles(refused)} | ${letInAfter} |`,
    ],
  );
  const head = `| ${BLOCKS} blocks | ms from the command to | median / 95 % / most | begun after the answer and let in |`;
  return [head, '|---|---|---|---|', ...rows].join('\n');
}

async function timesOf(bus: Bus) {
  const [answered, refused]: [number[], number[]] = [[], []];
  let letInAfter = 0;
  for (let round = 0; round < BLOCKS; round++) {
    const decision = { tppId: STOPPED, reason: 'bench', by: 'bench' };
    await Promise.all(replicas.map(({ url }) => whenRefused(url, false)));
    const since = performance.now();
    const seen = replicas.map(({ url }) => whenRefused(url, true));
    await bus.ask(blockTpp, decision);
    const answeredAt = performance.now();
    const atReplicas = await Promise.all(seen);
    answered.push(answeredAt - since);
    refused.push(Math.max(...atReplicas.map(({ at }) => at)) - since);
    letInAfter += atReplicas.filter(({ lastLetInBegan }) => lastLetInBegan > answeredAt).length;
    await bus.ask(unblockTpp, decision);
  }
  return { answered, refused, letInAfter };
}

/** Sends one request after the other as the TPP until one is refused, or accepted; returns its time, and when the last one before began. */
async function whenRefused(url: string, wanted: boolean): Promise<{ at: number; lastLetInBegan: number }> {
  let lastLetInBegan = Number.NEGATIVE_INFINITY;
  for (;;) {
    const began = performance.now();
    const headers = { 'X-Request-ID': crypto.randomUUID(), 'X-Sandbox-TPP': STOPPED };
    const { status, body } = await fetch(new URL('/v1/consents/x/status', url), { headers });
    await body?.cancel();
    const isRefused = status === 401;
    if (isRefused === wanted) return { at: performance.now(), lastLetInBegan };
    if (!isRefused) lastLetInBegan = began;
  }
}

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  return [0.5, 0.95, 1].map((share) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(1)).join(' / ');
}
