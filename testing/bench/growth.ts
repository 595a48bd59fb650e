// Measures the cost of a request as the number of stored consents grows, and whether any query reads more than it returns:
//   npm run bench -- growth
// Variables: BENCH_SECONDS, BENCH_DOCUMENTS (most, 1000000).
import { TppClient } from '@xs2a/test-kit';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { watchQueries } from '@xs2a/test-system/watch-queries';
import { type Document, MongoClient } from 'mongodb';
import { readArguments } from '../../tools/command/read-arguments.ts';
import { type Case, casesOf } from './cases.ts';
import { pidListeningOn } from './cpu-time.ts';
import { BENCH_PROFILE, load } from './load.ts';

/** Copies of one consent and one payment are stored, ten times as many at each step; reads go to random copies. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const DOCUMENTS_MAX = Number(process.env['BENCH_DOCUMENTS'] ?? 1_000_000);
const FEWEST = 1_000;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 32;
const AT_ONCE = 5_000;
/** Addresses that are read in turns. */
const READ = 1_000;
/** Marks the commands of this file, to tell them from those of the services. */
const GROWTH = 'growth';

readArguments(import.meta.filename, { options: {} });
await using system = await runSystem({ PROFILE: BENCH_PROFILE });
const mongod = pidListeningOn(Number(new URL(system.mongoUrl).port));
const nats = pidListeningOn(Number(new URL(system.natsUrl).port));
const { cases } = await casesOf(new TppClient(system.gatewayUrl));
await using client = await MongoClient.connect(system.mongoUrl, { appName: GROWTH });
for (const request of cases) await measure(request, WARM_UP_SECONDS);
await using queries = await watchQueries(system.mongoUrl, GROWTH);

console.log('| stored | request | requests/s | p50 / p99 ms | CPU-ms per request by process | all |');
console.log('|---|---|---|---|---|---|');
for (let documents = FEWEST; documents <= DOCUMENTS_MAX; documents *= 10) {
  const ids = await grow('consent', 'consents', documents);
  await grow('payments', 'payments', documents);
  for (const request of cases) {
    const isRead = request.method === 'GET';
    const paths = ids.map((id) => `/v1/consents/${id}/status`);
    console.log(await measure({ ...request, ...(isRead && { paths }) }, SECONDS, documents));
  }
}
const withoutIndex = await queries.withoutIndex();
console.log(`\nQueries without an index: ${withoutIndex.length === 0 ? 'none' : withoutIndex.join('; ')}`);

async function measure(request: Case, seconds: number, documents = 0): Promise<string> {
  const processes = request.processes.map((name) => [name, system.services[name].pid] as const);
  const pids = { ...Object.fromEntries(processes), nats, mongod };
  const measured = await load(system.gatewayUrl, request, { connections: CONNECTIONS, seconds, pids });
  const { requests, p50Ms, p99Ms, cpu } = measured;
  const perRequest = Object.entries(cpu).map(([name, ms]) => [name, ms / requests] as const);
  const all = perRequest.reduce((total, [, ms]) => total + ms, 0);
  const each = perRequest.map(([name, ms]) => `${name} ${ms.toFixed(3)}`).join(', ');
  const perSecond = (requests / measured.seconds).toFixed(0);
  return `| ${documents} | ${request.name} | ${perSecond} | ${p50Ms} / ${p99Ms} | ${each} | ${all.toFixed(3)} |`;
}

/** Stores copies up to a number of documents; returns the ids of some. */
async function grow(database: string, name: string, documents: number): Promise<string[]> {
  const collection = client.db(database).collection<Document & { _id: string }>(name);
  const [template] = await collection.find().limit(1).toArray();
  if (template === undefined) throw new Error(`${database}.${name} is empty`);
  for (let stored = await collection.countDocuments(); stored < documents; stored += AT_ONCE) {
    const copies = Array.from({ length: Math.min(AT_ONCE, documents - stored) }, () => ({
      ...template,
      _id: crypto.randomUUID(),
      requestId: crypto.randomUUID(),
      authorisationIds: [],
      outbox: [],
    }));
    await collection.insertMany(copies, { ordered: false, bypassDocumentValidation: true });
  }
  const some = await collection
    .aggregate<{ _id: string }>([{ $sample: { size: READ } }, { $project: { _id: 1 } }])
    .toArray();
  return some.map(({ _id }) => _id);
}
