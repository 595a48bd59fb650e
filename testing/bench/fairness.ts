// Measures the effect of one TPP that floods on the answers of another:
//   npm run bench -- fairness
// Variables: BENCH_SECONDS, BENCH_ROUNDS.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sandboxFiles, sandboxTlsVariables, writeSandboxCertificates } from '@xs2a/certificates';
import { freePort, TppClient } from '@xs2a/test-kit';
import { REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { readArguments } from '../../tools/command/read-arguments.ts';
import { casesOf } from './cases.ts';
import type { Flood } from './flood.ts';

/**
 * Effect of one TPP that floods on the answers of another. The other requests a status 20 times a second over one connection,
 * alternately alone and during the flood. The flood runs at the lowest priority: from a separate machine it would take no CPU
 * time from the services either.
 */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const PER_SECOND = 20;
const [GOOD, FLOODING] = ['PSDHR-HNB-SANDBOX', 'PSDHR-HNB-OTHER'];
const run = promisify(execFile);

readArguments(import.meta.filename, { options: {} });
const folder = mkdtempSync(join(tmpdir(), 'xs2a-bench-fairness-'));
await writeSandboxCertificates(folder);
const files = sandboxFiles(folder);
const tlsPort = await freePort();
await using system = await runSystem({
  ...sandboxTlsVariables(folder, tlsPort),
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
});

const read = (tpp: string) => ({
  cert: readFileSync(files.tpp(tpp, 'qwac').certificate),
  key: readFileSync(files.tpp(tpp, 'qwac').key),
});
const tlsUrl = `https://127.0.0.1:${tlsPort}`;
const { cases } = await casesOf(new TppClient(system.gatewayUrl, GOOD));
const { cases: ofFlooding } = await casesOf(new TppClient(system.gatewayUrl, FLOODING));
const [status] = cases;
if (status === undefined) throw new Error('there is no status to read');

interface Wave {
  readonly name: string;
  readonly over: 'plain' | 'tls';
  readonly request: (typeof cases)[number];
  readonly connections: number;
}
const waves: Wave[] = ofFlooding.flatMap((request) =>
  (['plain', 'tls'] as const).map((over) => ({ name: `${request.name}, ${over}, 64`, over, request, connections: 64 })),
);
waves.push(...waves.slice(0, 1).map((wave) => ({ ...wave, name: 'GET consent status, plain, 500', connections: 500 })));
const only = process.env['BENCH_ONLY'];
try {
  await timesOf('plain', 3);
  console.log(
    '| flood | flood, requests/s done / refused | alone p50 / p99 ms | beside p50 / p99 ms | p99 ratio | failed |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const wave of waves.filter(({ name }) => only === undefined || name.includes(only)))
    console.log(await row(wave));
} finally {
  rmSync(folder, { recursive: true });
}

async function row({ name, over, request, connections }: Wave): Promise<string> {
  const [alone, beside]: [number[], number[]] = [[], []];
  let [done, refused, failed] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await timesOf(over, SECONDS)).times);
    const flooding = flood({
      url: over === 'tls' ? tlsUrl : system.gatewayUrl,
      method: request.method,
      path: request.path,
      ...(request.body !== undefined && { body: request.body }),
      headers: {
        ...(over === 'plain' && { 'X-Sandbox-TPP': FLOODING }),
        ...(request.method === 'POST' && { ...REDIRECT_HEADERS, 'Content-Type': 'application/json' }),
      },
      connections,
      seconds: SECONDS + 2,
      ...(over === 'tls' && { certificate: files.tpp(FLOODING, 'qwac') }),
    });
    await after(1_000);
    const measured = await timesOf(over, SECONDS);
    beside.push(...measured.times);
    failed += measured.failed;
    const result = await flooding;
    done += result.done / result.seconds / ROUNDS;
    refused += (result.refused + result.errors) / result.seconds / ROUNDS;
    await after(1_000);
  }
  const text = (times: number[]): string => `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)}`;
  const ratio = (quantile(beside, 0.99) / quantile(alone, 0.99)).toFixed(2);
  return `| ${[name, `${done.toFixed(0)} / ${refused.toFixed(0)}`, text(alone), text(beside), ratio, failed].join(' | ')} |`;
}

/** Sends requests at fixed times, without waiting for earlier answers. */
async function timesOf(over: 'plain' | 'tls', seconds: number): Promise<{ times: number[]; failed: number }> {
  const agent =
    over === 'tls' ? new HttpsAgent({ keepAlive: true, ...read(GOOD) }) : new HttpAgent({ keepAlive: true });
  const pending: Promise<number | undefined>[] = [];
  for (let sent = 0; sent < seconds * PER_SECOND; sent++) {
    pending.push(ask(over, agent));
    await after(1_000 / PER_SECOND);
  }
  const all = await Promise.all(pending);
  agent.destroy();
  const times = all.filter((ms) => ms !== undefined);
  return { times, failed: all.length - times.length };
}

async function ask(over: 'plain' | 'tls', agent: HttpAgent): Promise<number | undefined> {
  const since = performance.now();
  const headers = { 'X-Request-ID': crypto.randomUUID(), ...(over === 'plain' && { 'X-Sandbox-TPP': GOOD }) };
  const path = status?.path ?? '';
  const sent =
    over === 'tls'
      ? overHttps(new URL(path, tlsUrl), { agent, headers, rejectUnauthorized: false })
      : overHttp(new URL(path, system.gatewayUrl), { agent, headers });
  sent.end();
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode === 200 ? performance.now() - since : undefined;
  } catch {
    return undefined;
  }
}

async function flood(order: Flood): Promise<{ done: number; refused: number; errors: number; seconds: number }> {
  const file = fileURLToPath(new URL('flood.ts', import.meta.url));
  const { stdout } = await run('nice', ['-n', '19', process.execPath, file, JSON.stringify(order)]);
  return JSON.parse(stdout) as { done: number; refused: number; errors: number; seconds: number };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}
