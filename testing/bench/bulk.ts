// Measures a bulk payment of 10,000 transfers: time, CPU and memory of each step:
//   npm run bench -- bulk
import { hrefOf, TppClient } from '@xs2a/test-kit';
import { bulkOfCents } from '@xs2a/test-system/data/bulk-of-cents';
import { BULKS, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { approve } from '@xs2a/test-system/psu/approve';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { readArguments } from '../../tools/command/read-arguments.ts';
import { cpuMs, memoryMiB, pidListeningOn } from './cpu-time.ts';

/** A pain.001 of 10,000 transfers through all services: time, CPU and memory of each step by process. */
const HEADERS = { ...REDIRECT_HEADERS, 'Content-Type': 'application/xml' };
const ROUNDS = 3;
const SAMPLE_EVERY_MS = 20;

readArguments(import.meta.filename, { options: {} });
await using system = await runSystem();
const tpp = new TppClient(system.gatewayUrl);
const { gateway, payments, bank, accounts } = system.services;
const pids = {
  ...Object.fromEntries(Object.entries({ gateway, payments, bank, accounts }).map(([name, { pid }]) => [name, pid])),
  mongod: pidListeningOn(Number(new URL(system.mongoUrl).port)),
};
const { xml } = bulkOfCents();
console.log(`\nA message of ${xml.length} bytes\n`);
console.log('| step | ms | CPU-ms by process | highest resident MiB |\n|---|---|---|---|');

for (let round = 1; round <= ROUNDS; round++) {
  const created = await measured(`POST, round ${round}`, () => tpp.post(BULKS, xml, { headers: HEADERS }));
  const read = { headers: { Accept: 'application/xml' } };
  await measured('approval to ACSC', async () => {
    await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
    return eventually(
      () => tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === 'ACSC',
      60_000,
    );
  });
  await measured('GET status as pain.002', () => tpp.follow(created, 'status', read));
  await measured('GET content', () => tpp.follow(created, 'self', read));
}

async function measured<T extends { status: number }>(step: string, work: () => Promise<T>): Promise<T> {
  const before = Object.entries(pids).map(([name, pid]) => [name, pid, cpuMs(pid)] as const);
  const highest = new Map<string, number>();
  const look = (): void => {
    for (const [name, pid] of Object.entries(pids)) {
      highest.set(name, Math.max(highest.get(name) ?? 0, memoryMiB(pid)));
    }
  };
  look();
  const sampling = setInterval(look, SAMPLE_EVERY_MS);
  const startedAt = performance.now();
  const answer = await work();
  const ms = Math.round(performance.now() - startedAt);
  clearInterval(sampling);
  if (answer.status >= 400) throw new Error(`${step}: ${answer.status}`);
  const cpu = before.map(([name, pid, used]) => `${name} ${cpuMs(pid) - used}`).join(', ');
  const memory = Array.from(highest, ([name, mib]) => `${name} ${mib.toFixed(0)}`).join(', ');
  console.log(`| ${step} | ${ms} | ${cpu} | ${memory} |`);
  return answer;
}
