// Measures the cost of identities: the CPU time of a request and its answer over the bus, in client and service (this process) and
// in the server, without identities, with NKeys and permissions, and with TLS as well.
//   npm run bench -- identities
// BENCH_REQUESTS is the number of requests (10000). The variants alternate, BENCH_ROUNDS times (3); the least of each counts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '@xs2a/certificates';
import { checkFunds, type RequestInputOf } from '@xs2a/contracts';
import { Bus, BusConfig } from '@xs2a/service-kit';
import { natsServer, standIn, testIdentity } from '@xs2a/test-kit';
import { readArguments } from '../../tools/command/read-arguments.ts';
import { cpuMs, pidListeningOn } from './cpu-time.ts';

readArguments(import.meta.filename, { options: {} });

const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 10_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const AT_ONCE = 8;
let failed = 0;
const DAY_MS = 86_400_000;
const QUESTION: RequestInputOf<typeof checkFunds> = {
  account: { iban: 'HR2799900051100000019' },
  instructedAmount: { currency: 'EUR', amount: '12.34' },
};

const folder = mkdtempSync(join(tmpdir(), 'xs2a-bench-'));
const path = (name: string): string => join(folder, name);

async function writeCertificates(): Promise<string> {
  const now = new Date();
  const authority = await TestAuthority.create(now);
  const validity = { notBefore: new Date(now.getTime() - DAY_MS), notAfter: new Date(now.getTime() + DAY_MS) };
  const { certificate, key } = await authority.issueServer(['localhost', '127.0.0.1'], validity);
  for (const [name, text] of Object.entries({
    'ca.pem': authority.own.certificate,
    'server.pem': certificate,
    'server.key': key,
  })) {
    writeFileSync(path(name), text, { mode: 0o600 });
  }
  return `tls { cert_file: "${path('server.pem')}", key_file: "${path('server.key')}" }`;
}

interface Cost {
  readonly own: number;
  readonly server: number;
}

async function measure({ url }: { url: string }, isKnown: boolean, isSecret: boolean): Promise<Cost> {
  const connect = (name: string): Promise<Bus> => {
    const identity = { ...(isKnown && testIdentity(name)), ...(isSecret && { NATS_CA_FILE: path('ca.pem') }) };
    return Bus.connect(BusConfig.parse({ NATS_URL: url, ...identity }), name);
  };
  const [bank, payments] = await Promise.all([connect('bank'), connect('payments')]);
  standIn(bank, checkFunds, () => ({ fundsAvailable: true }));
  await bank.connection.flush();
  const ask = async (count: number): Promise<void> => {
    let left = count;
    const asker = async (): Promise<void> => {
      while (left-- > 0) await payments.ask(checkFunds, QUESTION).catch(() => void failed++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, asker));
  };
  await ask(REQUESTS / 10);
  const server = pidListeningOn(Number(new URL(url).port));
  const [ownBefore, serverBefore] = [process.cpuUsage(), cpuMs(server)];
  await ask(REQUESTS);
  const { user, system } = process.cpuUsage(ownBefore);
  const cost = { own: (user + system) / 1_000 / REQUESTS, server: (cpuMs(server) - serverBefore) / REQUESTS };
  await Promise.all([bank.close(), payments.close()]);
  return cost;
}

const tls = await writeCertificates();
await using plain = await natsServer({ config: '# authorization is off' });
await using known = await natsServer();
await using secret = await natsServer({ config: tls });
const variants = [
  { name: 'no identity', run: () => measure(plain, false, false) },
  { name: 'NKeys and permissions', run: () => measure(known, true, false) },
  { name: 'NKeys, permissions, TLS', run: () => measure(secret, true, true) },
];
const least = new Map<string, Cost>();
for (let round = 0; round < ROUNDS; round++) {
  for (const { name, run } of variants) {
    const { own, server } = await run();
    const before = least.get(name) ?? { own: Infinity, server: Infinity };
    least.set(name, { own: Math.min(own, before.own), server: Math.min(server, before.server) });
  }
}
const base = least.get('no identity') ?? { own: 1, server: 1 };
const rows = [...least].map(([name, { own, server }]) => [
  name,
  own.toFixed(4),
  (own / base.own).toFixed(2),
  server.toFixed(4),
  (server / base.server).toFixed(2),
]);
console.log(
  [
    '| requests over the bus | caller and service, CPU-ms | ratio | nats-server, CPU-ms | ratio |',
    '|---|---|---|---|---|',
  ].join('\n'),
);
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
rmSync(folder, { recursive: true, force: true });
if (failed > 0) console.log(`${failed} requests were not answered; measure again on a quieter machine.`);
