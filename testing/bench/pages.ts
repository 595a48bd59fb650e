// Measures the cost of the first, the middle and the last page of a long list of transactions, and the share of the request itself:
//   npm run bench -- pages
// Variables: BENCH_SECONDS, BENCH_ENTRIES.
import { type FeedTransaction, putTransactions } from '@xs2a/contracts';
import { Bus } from '@xs2a/service-kit';
import { hrefOf, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { consentBody, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { approve } from '@xs2a/test-system/psu/approve';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import { readArguments } from '../../tools/command/read-arguments.ts';
import { pidListeningOn } from './cpu-time.ts';
import { BENCH_PROFILE, load, type Measured } from './load.ts';
import { startBaseline } from './start-baseline.ts';

/**
 * The first, the middle and the last page of 100 of a list of 100,000 entries, beside a findOne by id in one bare Express
 * handler, alternating in one run: the cost of a page must not depend on its position. Three smaller requests show the cost
 * without entries: one of a single service, one that calls consent too, and a page without entries.
 */
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 100_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ROUNDS = 3;
const CONNECTIONS = 8;
const MESSAGE_ENTRIES = 1_000;

readArguments(import.meta.filename, { options: {} });
await using system = await runSystem({ PROFILE: BENCH_PROFILE });
const tpp = new TppClient(system.gatewayUrl);
const created = await tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
const consentId = String(created.body['consentId']);
const status = `/v1/consents/${consentId}/status`;
// With the PSU present reads are not counted.
const headers = { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.1' };
const accountId = await feedEntries();
const account = `/v1/accounts/${accountId}`;
const requests = {
  'status of a consent': status,
  account,
  'page without entries': `${account}/transactions?bookingStatus=booked&dateFrom=2020-01-01&dateTo=2020-01-31`,
  ...(await pagesOf(accountId)),
};

using baseline = await startBaseline(system.mongoUrl, [consentId]);
const mongod = pidListeningOn(Number(new URL(system.mongoUrl).port));
const nats = pidListeningOn(Number(new URL(system.natsUrl).port));
const { gateway, accounts, consent } = system.services;
const chain = { gateway: gateway.pid, accounts: accounts.pid, consent: consent.pid, nats, mongod };
const sides = [
  {
    name: 'findOne',
    url: baseline.url,
    path: status,
    pids: { baseline: baseline.pid, mongod },
  },
  ...Object.entries(requests).map(([name, path]) => ({ name, url: system.gatewayUrl, path, pids: chain })),
];
const measured = new Map<string, Measured[]>(sides.map(({ name }) => [name, []]));
for (let round = 0; round <= ROUNDS; round++) {
  for (const { name, url, path, pids } of sides) {
    const result = await load(
      url,
      { method: 'GET', path, headers },
      { connections: CONNECTIONS, seconds: SECONDS, pids },
    );
    // The first round warms up.
    if (round > 0) measured.get(name)?.push(result);
  }
}
console.log(report());

/** CPU milliseconds of one request, of all processes or of one. */
function cpuPerRequest(rounds: readonly Measured[], only?: string): number {
  const used = rounds.flatMap(({ cpu }) => Object.entries(cpu).filter(([name]) => only === undefined || name === only));
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0);
  return used.reduce((sum, [, ms]) => sum + ms, 0) / requests;
}

function report(): string {
  const bare = measured.get('findOne') ?? [];
  const lines = [...measured].map(([name, rounds]) => {
    const [all, inMongod] = [cpuPerRequest(rounds), cpuPerRequest(rounds, 'mongod')];
    const ratios = [all / cpuPerRequest(bare), inMongod / cpuPerRequest(bare, 'mongod')];
    const inAccounts = name === 'findOne' ? '' : cpuPerRequest(rounds, 'accounts').toFixed(3);
    const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
    const figures = [
      all.toFixed(3),
      inMongod.toFixed(3),
      inAccounts,
      ...ratios.map((ratio) => ratio.toFixed(1)),
      failed,
    ];
    return `| ${[name, ...figures].join(' | ')} |`;
  });
  return [
    '| request | CPU-ms, all | mongod | accounts | all : findOne | mongod : findOne | failed |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** Feeds the entries to the PSU's account, a thousand for each day, and returns the account's public id. */
async function feedEntries(): Promise<string> {
  await using client = await MongoClient.connect(system.mongoUrl);
  const listed = await tpp.get('/v1/accounts', { headers });
  const id = String((listed.body['accounts'] as { resourceId: string }[])[0]?.resourceId);
  const stored = await client
    .db('accounts')
    .collection<{ _id: string; bankAccountId: string }>('accounts')
    .findOne({ _id: id });
  const bus = await Bus.connect(system.natsUrl, 'bench');
  for (let start = 0; start < ENTRIES; start += MESSAGE_ENTRIES) {
    const transactions = Array.from({ length: MESSAGE_ENTRIES }, (_, index) => entry(start + index));
    await bus.ask(putTransactions, { bankAccountId: stored?.bankAccountId ?? '', transactions });
  }
  await bus.close();
  return id;
}

function entry(index: number): FeedTransaction {
  const day = new Date(Date.now() - (1 + Math.floor((index * 80) / ENTRIES)) * 86_400_000).toISOString().slice(0, 10);
  return {
    bankReference: `bench-${index}`,
    bookingStatus: 'booked',
    sequence: 1e9 + index,
    bookingDate: day,
    valueDate: day,
    entryReference: `B-${index}`,
    transactionAmount: { currency: 'EUR', amount: `-${index}.00` },
    creditorName: 'Ana Anić',
    creditorAccount: { iban: 'HR1210010051863000160' },
    remittanceInformationUnstructured: `Račun ${index}`,
    bankTransactionCode: 'PMNT-ICDT-ESCT',
  };
}

/** Addresses of three pages; the middle one is reached page by page, as a TPP would. */
async function pagesOf(id: string): Promise<Record<'first page' | 'middle page' | 'last page', string>> {
  const from = new Date(Date.now() - 85 * 86_400_000).toISOString().slice(0, 10);
  const first = `/v1/accounts/${id}/transactions?bookingStatus=booked&dateFrom=${from}`;
  const linked = async (path: string): Promise<Record<string, { href: string }>> => {
    const answer: TppAnswer = await tpp.get(path, { headers });
    return (answer.body['transactions'] as { _links: Record<string, { href: string }> })._links;
  };
  const last = (await linked(first))['last']?.href ?? '';
  let middle = first;
  for (let page = 0; page < ENTRIES / 100 / 2; page++) middle = (await linked(middle))['next']?.href ?? middle;
  return { 'first page': first, 'middle page': middle, 'last page': last };
}
