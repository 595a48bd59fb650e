import { forAllTests, hrefOf, type Page, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';

const PAYMENTS = 4;
const PATH = '/v1/payments/instant-domestic-credit-transfers-hr';
const TIMEOUT_MS = 120_000;
/** Additional time for the start of a service on a loaded machine. */
const STARTED_MS_MAX = 20_000;

const system = forAllTests(() => runSystem());
const tpp = forAllTests(() => new TppClient(system.gatewayUrl));
const database = forAllTests(() => MongoClient.connect(system.mongoUrl));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Stored {
  _id: string;
  transactionStatus: string;
  history: { at: Date; to: string }[];
}

interface Asked {
  readonly created: TppAnswer;
  readonly enterCode: () => Promise<Page | undefined>;
}

/** Takes a PSU to the page of the code, and returns the last step. */
async function askForCode(): Promise<Asked> {
  const created = await tpp.post(PATH, paymentOrder(), { headers: REDIRECT_HEADERS });
  expect(created.status, created.text).toBe(201);
  const psu = new PsuClient(system.portalUrl);
  const signIn = await psu.open(hrefOf(created, 'scaRedirect'));
  const methods = await psu.submit(signIn, { psuId: 'psu-private', password: 'psu-private-pass' });
  const page = await psu.submit(methods, { authenticationMethodId: 'sms' }, '/method');
  const code = await psu.newestCode('psu-private');
  return { created, enterCode: () => psu.submit(page, { code }).catch(() => undefined) };
}

/** Approves payments, kills a component in the middle, and starts it again after some seconds. */
async function payWhile(kill: () => Promise<void>, awayMs: number, restart: () => Promise<void>): Promise<string[]> {
  const asked: Asked[] = [];
  for (let count = 0; count < PAYMENTS; count++) asked.push(await askForCode());
  const approvals = asked.map(({ enterCode }) => enterCode());
  await pause(150);
  await kill();
  await pause(awayMs);
  await restart();
  await Promise.all(approvals);
  return asked.map(({ created }) => String(created.body['paymentId']));
}

/** Every approved payment has ended in ten seconds, or as soon as its service was back; the money is where the status says. */
async function expectDecided(paymentIds: readonly string[], backAt: number): Promise<void> {
  const payments = database.db('payments').collection<Stored>('payments');
  const ended = await eventually(
    () => payments.find({ _id: { $in: [...paymentIds] } }).toArray(),
    (all) => all.every(({ transactionStatus }) => ['RCVD', 'ACCC', 'RJCT'].includes(transactionStatus)),
    STARTED_MS_MAX,
  );
  for (const { _id, history, transactionStatus } of ended) {
    const approvedAt = history.find(({ to }) => to === 'ACTC')?.at.getTime();
    if (approvedAt === undefined) continue;
    const decidedAt = history.at(-1)?.at.getTime() ?? 0;
    expect(decidedAt).toBeLessThanOrEqual(Math.max(approvedAt + 10_000, backAt + 4_000));
    const order = database.db('bank').collection<{ _id: string; returnedAt?: Date; status: string }>('orders');
    await eventually(
      () => order.findOne({ _id }),
      (found) => (found?.status === 'executed' && found.returnedAt === undefined) === (transactionStatus === 'ACCC'),
      STARTED_MS_MAX,
    );
    const posted = await database.db('bank').collection('postings').countDocuments({ paymentId: _id });
    expect(posted).toBeLessThanOrEqual(1);
  }
}

describe('instant payments are decided within ten seconds', () => {
  it.each([
    ['payments', 2_000],
    ['payments', 11_000],
    ['sca', 2_000],
    ['bank', 2_000],
    ['bank', 11_000],
  ] as const)('while %s is killed, and away for %i ms', { timeout: TIMEOUT_MS }, async (name, awayMs) => {
    const service = system.services[name];
    let backAt = 0;
    const paid = await payWhile(
      () => service.stop('SIGKILL'),
      awayMs,
      async () => {
        service.start();
        await service.ready();
        backAt = Date.now();
      },
    );
    await expectDecided(paid, backAt);
  });

  it('while nats-server is killed, and away for 4 s', { timeout: TIMEOUT_MS }, async () => {
    let backAt = 0;
    const paid = await payWhile(
      () => system.nats.stop('SIGKILL'),
      4_000,
      async () => {
        await system.nats.restart();
        await system.ready();
        backAt = Date.now();
      },
    );
    await expectDecided(paid, backAt);
  });
});
