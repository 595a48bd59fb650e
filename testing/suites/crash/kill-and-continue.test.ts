import { forAllTests, hrefOf, type Page, PsuClient, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { ANSWERED_WITHIN_MS } from '@xs2a/test-system/answered-within';
import { paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';

const PAYMENTS = '/v1/payments/sepa-credit-transfers';
const SERVICES = ['gateway', 'portal', 'payments', 'sca', 'bank', 'consent', 'accounts', 'notifier'] as const;
/** A component is back after seconds, and a payment executed; the rest is for a loaded machine. */
const RESUMED_MS_MAX = 60_000;

const system = forAllTests(() => runSystem());

const tpp = forAllTests(() => new TppClient(system.gatewayUrl));
const database = forAllTests(() => MongoClient.connect(system.mongoUrl));

/** Retries while a component is away: the gateway or portal itself, or one behind it. */
function insist<T extends Page | TppAnswer>(attempt: () => Promise<T>): Promise<T | undefined> {
  return eventually(
    () => attempt().catch(() => undefined),
    (answer) => (answer?.status ?? 500) < 500,
    RESUMED_MS_MAX,
  );
}

async function statusWhileAway(created: TppAnswer): Promise<void> {
  const askedAt = performance.now();
  const answer = await tpp.follow(created, 'status').catch(() => undefined);
  expect(performance.now() - askedAt).toBeLessThan(ANSWERED_WITHIN_MS);
  // The gateway itself may be away.
  if (answer === undefined) return;
  expect([200, 503]).toContain(answer.status);
  if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

async function expectExecutedOnce(created: TppAnswer): Promise<void> {
  const paymentId = created.body['paymentId'];
  await eventually(
    () => insist(() => tpp.follow(created, 'status')),
    (answer) => answer?.body['transactionStatus'] === 'ACSC',
    RESUMED_MS_MAX,
  );
  expect(await database.db('bank').collection('postings').countDocuments({ paymentId })).toBe(1);
  await eventually(
    () =>
      database
        .db('payments')
        .collection('payments')
        .countDocuments({ 'outbox.0': { $exists: true } }),
    (left) => left === 0,
  );
}

/** Runs the PIS journey with a component killed before the PSU enters the code, and restarted meanwhile. */
async function payWhile(kill: () => Promise<void>, restart: () => Promise<void>): Promise<TppAnswer> {
  const created = await tpp.post(PAYMENTS, paymentOrder(), { headers: REDIRECT_HEADERS });
  expect(created.status, created.text).toBe(201);
  const psu = new PsuClient(system.portalUrl);
  const signIn = await psu.open(hrefOf(created, 'scaRedirect'));
  const methods = await psu.submit(signIn, { psuId: 'psu-private', password: 'psu-private-pass' });
  const codePage = await psu.submit(methods, { authenticationMethodId: 'sms' }, '/method');
  const code = await psu.newestCode('psu-private');
  await kill();
  await statusWhileAway(created);
  await psu.submit(codePage, { code }).catch(() => undefined);
  await restart();
  await insist(() => psu.submit(codePage, { code }));
  return created;
}

describe('a payment that is interrupted ends ACSC exactly once', () => {
  it.each(SERVICES)('when %s is killed before the code is entered', async (name) => {
    const service = system.services[name];
    const created = await payWhile(
      () => service.stop('SIGKILL'),
      async () => {
        service.start();
        await service.ready();
      },
    );
    await expectExecutedOnce(created);
  });

  it('when nats-server is killed before the code is entered', async () => {
    const created = await payWhile(
      () => system.nats.stop('SIGKILL'),
      async () => {
        await system.nats.restart();
        await system.ready();
      },
    );
    await expectExecutedOnce(created);
  });

  it('when mongod is killed before the code is entered', async () => {
    const created = await payWhile(
      () => system.mongo.stop('SIGKILL'),
      async () => {
        await system.mongo.restart();
        await system.ready();
      },
    );
    await expectExecutedOnce(created);
  });

  it.each(['payments', 'bank', 'sca'] as const)('when %s is killed the moment the code was accepted', async (name) => {
    const service = system.services[name];
    const created = await tpp.post(PAYMENTS, paymentOrder(), { headers: REDIRECT_HEADERS });
    const psu = new PsuClient(system.portalUrl);
    const signIn = await psu.open(hrefOf(created, 'scaRedirect'));
    const methods = await psu.submit(signIn, { psuId: 'psu-private', password: 'psu-private-pass' });
    const codePage = await psu.submit(methods, { authenticationMethodId: 'sms' }, '/method');
    const code = await psu.newestCode('psu-private');
    const submitted = psu.submit(codePage, { code }).catch(() => undefined);
    await Promise.all([submitted, service.stop('SIGKILL')]);
    service.start();
    await service.ready();
    await insist(() => psu.submit(codePage, { code }));
    await expectExecutedOnce(created);
  });
});
