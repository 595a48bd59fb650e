// Measures whether the time of a refusal reveals its reason:
//   npm run bench -- refusals
// Variables: BENCH_ROUNDS.
import { hrefOf, TppClient } from '@xs2a/test-kit';
import { paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import { readArguments } from '../../tools/command/read-arguments.ts';

/**
 * Whether the time of a refusal reveals its reason: a wrong password, an unknown PSU-ID, a PSU-ID blocked by the bank or after
 * wrong attempts. The cases are sent in turns through all services, so that other load on the machine affects all of them alike.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 60);
const PAYMENTS = '/v1/payments/sepa-credit-transfers';
const HEADERS = { ...REDIRECT_HEADERS, 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' };

const WRONG = 'wrong password';
type Attempt = () => { psuId: string; password: string; isClosed?: true; corporateId?: string };
const CASES: Readonly<Record<string, Attempt>> = {
  [WRONG]: () => ({ psuId: 'psu-private', password: 'wrong' }),
  'the same once more': () => ({ psuId: 'psu-private', password: 'wrong' }),
  'PSU with other accounts': () => ({ psuId: 'psu-multi', password: 'wrong' }),
  'unknown PSU-ID': () => ({ psuId: 'nobody', password: 'wrong' }),
  'unknown PSU-ID, never tried': () => ({ psuId: crypto.randomUUID(), password: 'wrong' }),
  'blocked PSU': () => ({ psuId: 'psu-blocked', password: 'wrong' }),
  'of the company, wrong password': () => ({ psuId: 'psu-corporate-1', password: 'wrong', corporateId: 'corp-1' }),
  'not of the company, wrong password': () => ({ psuId: 'psu-private', password: 'wrong', corporateId: 'corp-1' }),
  'closed, wrong password': () => ({ psuId: 'psu-private', password: 'wrong', isClosed: true }),
  'closed, right password': () => ({ psuId: 'psu-private', password: 'psu-private-pass', isClosed: true }),
  'closed, unknown PSU-ID': () => ({ psuId: 'nobody', password: 'wrong', isClosed: true }),
};

readArguments(import.meta.filename, { options: {} });
await using system = await runSystem();
await using client = await MongoClient.connect(system.mongoUrl);
const psuAttempts = client.db('sca').collection('psuAttempts');
const tpp = new TppClient(system.gatewayUrl);
const times = new Map(Object.keys(CASES).map((name) => [name, [] as number[]]));
for (let round = -5; round < ROUNDS; round++) {
  for (const [name, attempt] of Object.entries(CASES)) {
    const ms = await timeOf(attempt());
    if (round >= 0) times.get(name)?.push(ms);
  }
}
const reference = times.get(WRONG) ?? [];
console.log(`\n${ROUNDS} of each\n\n| refused | median ms | : ${WRONG} | slower than it |\n|---|---|---|---|`);
for (const [name, all] of times) {
  const ratio = (median(all) / median(reference)).toFixed(3);
  console.log(
    `| ${name} | ${median(all).toFixed(1)} | ${ratio} | ${(100 * slowerShare(all, reference)).toFixed(0)} % |`,
  );
}

async function timeOf({ psuId, password, isClosed, corporateId }: ReturnType<Attempt>): Promise<number> {
  await psuAttempts.deleteMany({});
  const created = await tpp.post(PAYMENTS, paymentOrder(), { headers: HEADERS });
  const company = corporateId === undefined ? {} : { 'PSU-Corporate-ID': corporateId };
  const send = async (sent: string) => {
    const link = hrefOf(created, 'startAuthorisationWithPsuAuthentication');
    const headers = { 'PSU-ID': psuId, ...company };
    const startedAt = performance.now();
    const { status } = await tpp.post(link, { psuData: { password: sent } }, { headers });
    if (status !== 401) throw new Error(`answered ${status}`);
    return performance.now() - startedAt;
  };
  // Blocked after five wrong attempts in a row.
  for (let wrong = 0; isClosed && wrong < 5; wrong++) await send('wrong');
  return send(password);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [below = 0, above = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (below + above) / 2;
}

/** Share of pairs in which a request of the first kind is slower than one of the second: a half reveals nothing. */
function slowerShare(all: readonly number[], others: readonly number[]): number {
  const slower = all.flatMap((one) => others.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  return slower.reduce<number>((sum, share) => sum + share, 0) / slower.length;
}
