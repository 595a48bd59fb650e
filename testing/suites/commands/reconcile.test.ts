import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Databases, KINDS } from '@xs2a/cli/reconcile/difference';
import { findDifferences } from '@xs2a/cli/reconcile/find-differences';
import { repairDifferences } from '@xs2a/cli/reconcile/repair-differences';
import { createBasket, deleteBasket, initiatePayment, reportExecution } from '@xs2a/contracts';
import { outboxEntry } from '@xs2a/service-kit';
import { forAllTests, freshDatabaseName, testServers } from '@xs2a/test-kit';
import { approveOnBus, askForConsent, askForPayment, creation } from '@xs2a/test-system/ask-as-gateway';
import { paymentOrder } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices, untilFed } from '@xs2a/test-system/start/start-services';
import { type Db, type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dumpDatabases, restoreDatabase } from '../restore/dump.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SERVICES = ['payments', 'consent', 'sca', 'bank', 'accounts'] as const;
const DATABASES = [...SERVICES, 'notifier'] as const;
const EXPLICIT = { wishes: { explicitAuthorisationPreferred: true } };
const LONG_AGO = new Date('2026-01-01T10:00:00Z');
/** Kinds of differences that the first part of this file found, each planted alone; the second part repairs them. */
const found = new Set<string>();

type Any = Document & { _id: string };
const collectionIn = (databases: Databases, database: keyof Databases, name: string) =>
  databases[database].collection<Any>(name);

async function kindsIn(databases: Databases): Promise<string[]> {
  // A minute ahead, so that nothing a test has planted counts as being in progress.
  const differences = await findDifferences(databases, { now: new Date(Date.now() + 60_000), withBank: true });
  return differences.map(({ kind }) => kind).toSorted();
}

describe('the databases of the services, with one difference planted', () => {
  let client: MongoClient;
  let databases: Databases;
  beforeAll(async () => {
    client = await MongoClient.connect(testServers().mongoUrl, { useBigInt64: true });
  });
  afterAll(() => client.close());
  beforeEach(async () => {
    const prefix = freshDatabaseName('reconcile');
    databases = Object.fromEntries(
      DATABASES.map((name) => [name, client.db(`${prefix}-${name}`)]),
    ) as unknown as Databases;
    for (const [database, name, document] of AGREEING)
      await collectionIn(databases, database, name).insertOne({ ...document });
  });

  const history = [{ at: LONG_AGO, event: 'created', from: null, to: 'RCVD' }];
  const agreed = {
    _id: 'p1',
    paymentService: 'payments',
    transactionStatus: 'ACSC',
    submitted: true,
    authorisations: [{ id: 'a1', outcome: 'finalised' }],
    outbox: [],
    history: [],
  };
  const AGREEING: readonly [keyof Databases, string, Any][] = [
    ['payments', 'payments', agreed],
    ['sca', 'authorisations', { _id: 'a1', parent: { kind: 'payment', id: 'p1' }, scaStatus: 'finalised', outbox: [] }],
    [
      'bank',
      'orders',
      { _id: 'p1', paymentProduct: 'sepa-credit-transfers', status: 'executed', outbox: [], receivedAt: LONG_AGO },
    ],
    ['bank', 'postings', { _id: 'p1', paymentId: 'p1' }],
    ['bank', 'ledgerAccounts', { _id: 'A', currency: 'EUR', balance: 5n }],
    ['bank', 'ledgerAccounts', { _id: 'B', currency: 'EUR', balance: -5n }],
    ['bank', 'feeds', { _id: 'A', announced: true, sequence: 1, version: 3 }],
    ['bank', 'entries', { _id: 'e1', ledgerAccountId: 'A', sequence: 1 }],
    [
      'accounts',
      'accounts',
      { _id: 'r1', bankAccountId: 'A', details: { reference: { iban: 'HR1' } }, balances: { version: 3 } },
    ],
    ['accounts', 'transactions', { _id: 't1', bankAccountId: 'A', bankReference: 'e1' }],
    ['consent', 'consents', { _id: 'c1', consentStatus: 'valid', grants: [{ account: { iban: 'HR1' } }] }],
  ];
  // `authorisations` is found by the beginning of its history.
  const begun = async (): Promise<void> => {
    await collectionIn(databases, 'sca', 'authorisations').updateMany({}, { $set: { history } });
    await collectionIn(databases, 'payments', 'payments').updateMany({}, { $set: { history } });
  };

  it('without a difference, agree', async () => {
    expect(await kindsIn(databases)).toEqual([]);
  });

  const set = (database: keyof Databases, name: string, change: object) => () =>
    collectionIn(databases, database, name).updateMany({}, { $set: change });
  const remove = (database: keyof Databases, name: string) => () =>
    collectionIn(databases, database, name).deleteMany({});

  const PLANTED: readonly [keyof typeof KINDS, () => Promise<unknown>][] = [
    [
      'outcomeUnknown',
      async () => {
        await begun();
        return set('payments', 'payments', { authorisations: [{ id: 'a1' }] })();
      },
    ],
    [
      'authorisationWithoutParent',
      async () => {
        await begun();
        return set('sca', 'authorisations', { parent: { kind: 'basket', id: 'b1' } })();
      },
    ],
    ['approvalWithoutAuthorisation', remove('sca', 'authorisations')],
    [
      'orderUnknownToBank',
      async () => {
        await begun();
        await remove('bank', 'postings')();
        return remove('bank', 'orders')();
      },
    ],
    ['executionUnknown', set('payments', 'payments', { transactionStatus: 'ACSP' })],
    ['orderWithoutPayment', remove('payments', 'payments')],
    ['executedUnapproved', set('payments', 'payments', { transactionStatus: 'RCVD', submitted: false })],
    ['orderWithoutPosting', remove('bank', 'postings')],
    [
      'postingWithoutOrder',
      () => collectionIn(databases, 'bank', 'postings').insertOne({ _id: 'p2', paymentId: 'p2' }),
    ],
    [
      'ledgerUnbalanced',
      () => collectionIn(databases, 'bank', 'ledgerAccounts').insertOne({ _id: 'C', currency: 'EUR', balance: 1n }),
    ],
    ['feedAhead', remove('accounts', 'transactions')],
    [
      'consentHeldByNoBasket',
      set('consent', 'consents', { consentStatus: 'received', basketId: 'b1', history: [{ at: LONG_AGO }] }),
    ],
    [
      'paymentHeldByNoBasket',
      () =>
        collectionIn(databases, 'payments', 'payments').insertOne({
          _id: 'p3',
          transactionStatus: 'RCVD',
          submitted: false,
          basketId: 'b1',
          outbox: [],
        }),
    ],
    ['consentOnUnknownAccount', set('consent', 'consents', { grants: [{ account: { iban: 'HR2' } }] })],
    [
      'messageOverdue',
      set('sca', 'authorisations', { outbox: [{ subject: 'payments.settle', attempts: 9, nextAt: LONG_AGO }] }),
    ],
    [
      'notificationOverdue',
      () => collectionIn(databases, 'notifier', 'lanes').insertOne({ _id: 'payment:p1', waiting: [{ at: LONG_AGO }] }),
    ],
    [
      'standingOrderDiffers',
      async () => {
        await collectionIn(databases, 'payments', 'payments').insertOne({
          _id: 'p4',
          paymentService: 'periodic-payments',
          transactionStatus: 'ACTC',
          psuId: 'psu-private',
          submitted: false,
          order: { body: {} },
          outbox: [],
          history,
        });
      },
    ],
    [
      'standingOrderWithoutPayment',
      () => collectionIn(databases, 'bank', 'standingOrders').insertOne({ _id: 'p5', active: true }),
    ],
    [
      'deadLetter',
      () =>
        collectionIn(databases, 'sca', 'deadLetters').insertOne({
          _id: 'd1',
          entry: { subject: 'payments.settle' },
          situation: 'fieldInvalid',
        }),
    ],
    [
      'historyAltered',
      set('consent', 'consents', {
        history: [{ at: LONG_AGO, event: 'created', from: null, to: 'valid', by: 't', requestId: 'r', hash: 'other' }],
      }),
    ],
  ];

  it.each(PLANTED)('%s is found, and nothing else', async (kind, plant) => {
    await plant();
    // A history made up by a test has no hash chain.
    const kinds = (await kindsIn(databases)).filter((one) => one !== 'historyAltered' || kind === one);
    expect(kinds).toEqual([kind]);
    found.add(kind);
  });

  it('include every kind of difference', () => {
    expect([...found].toSorted()).toEqual(Object.keys(KINDS).toSorted());
  });
});

describe('after a restore from an older backup', () => {
  const services = forAllTests(() => startServices(...SERVICES));
  let databases: Databases;
  beforeAll(async () => {
    databases = Object.fromEntries(DATABASES.map((name) => [name, services.database(name)])) as unknown as Databases;
    await untilFed(services);
  });

  const find = () => findDifferences(databases, { now: new Date(), withBank: true, underWayMs: 0 });
  const repair = () => repairDifferences(find, () => ({ bus: services.bus, now: new Date() }), 1_500);
  const statusOf = async (_id: string) =>
    (await collectionIn(databases, 'payments', 'payments').findOne({ _id }))?.['transactionStatus'];
  const postingsOf = (paymentId: string) => collectionIn(databases, 'bank', 'postings').countDocuments({ paymentId });

  const executedOnce = (paymentId: string) =>
    eventually(
      async () => [await statusOf(paymentId), await postingsOf(paymentId)],
      ([status, postings]) => status === 'ACSC' && postings === 1,
    );

  async function paid(): Promise<{ paymentId: string; before: Any }> {
    const asked = await askForPayment(services.bus);
    const { paymentId } = asked;
    const before = await collectionIn(databases, 'payments', 'payments').findOne({ _id: paymentId });
    await approveOnBus(services.bus, asked);
    await eventually(
      () => statusOf(paymentId),
      (status) => status === 'ACSC',
    );
    return { paymentId, before: before as Any };
  }

  it('payments without approval and execution gets both again, and nothing is posted twice', async () => {
    const { paymentId, before } = await paid();
    await collectionIn(databases, 'payments', 'payments').replaceOne({ _id: paymentId }, before);
    expect((await find()).map(({ kind }) => kind).toSorted()).toEqual(['executedUnapproved', 'outcomeUnknown']);
    expect((await repair()).left).toEqual([]);
    await executedOnce(paymentId);
  });

  it('a report of the bank that was refused for a missing approval is sent again after the approval', async () => {
    const { paymentId, before } = await paid();
    await collectionIn(databases, 'payments', 'payments').replaceOne({ _id: paymentId }, before);
    const report = outboxEntry(reportExecution, { paymentId, transactionStatus: 'ACSC' }, new Date(0));
    const outbox = { $push: { outbox: report } } as object;
    await collectionIn(databases, 'bank', 'orders').updateOne({ _id: paymentId }, outbox);
    const letters = () => collectionIn(databases, 'bank', 'deadLetters').countDocuments();
    await eventually(letters, (count) => count === 1);
    expect((await repair()).left).toEqual([]);
    expect(await letters()).toBe(0);
    await executedOnce(paymentId);
  });

  it('the bank without an order receives it again and executes it', async () => {
    const { paymentId } = await paid();
    await collectionIn(databases, 'bank', 'orders').deleteOne({ _id: paymentId });
    await collectionIn(databases, 'bank', 'postings').deleteOne({ paymentId });
    await collectionIn(databases, 'bank', 'entries').deleteMany({ _id: { $regex: `^${paymentId}` } });
    const kinds = (await find()).map(({ kind }) => kind);
    expect(kinds).toContain('orderUnknownToBank');
    await repair();
    await executedOnce(paymentId);
  });

  it('a standing order missing at the bank is sent to the bank again', async () => {
    const startDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const body = { ...paymentOrder(), startDate, frequency: 'Monthly' };
    const order = { paymentService: 'periodic-payments', paymentProduct: 'sepa-credit-transfers', body } as const;
    const created = await services.bus.ask(initiatePayment, { ...creation(), order } as never);
    await approveOnBus(services.bus, created);
    const { paymentId: _id } = created;
    const shown = () => collectionIn(databases, 'bank', 'standingOrders').findOne({ _id, active: true });
    await eventually(shown, (one) => one !== null);
    await collectionIn(databases, 'bank', 'standingOrders').deleteOne({ _id });
    expect((await find()).map(({ kind }) => kind)).toContain('standingOrderDiffers');
    await repair();
    await eventually(shown, (one) => one !== null);
    expect((await find()).map(({ kind }) => kind)).not.toContain('standingOrderDiffers');
  });

  it('consent without an approval gets it again', async () => {
    const asked = await askForConsent(services.bus);
    const _id = asked.consentId;
    const consents = collectionIn(databases, 'consent', 'consents');
    const before = (await consents.findOne({ _id })) as Any;
    await approveOnBus(services.bus, asked);
    await consents.replaceOne({ _id }, before);
    expect((await repair()).left).toEqual([]);
    expect((await consents.findOne({ _id }))?.['consentStatus']).toBe('valid');
  });

  it('accounts without an account gets it again from the bank', async () => {
    const accounts = collectionIn(databases, 'accounts', 'accounts');
    const [account] = await accounts.find({ details: { $exists: true } }).toArray();
    const { bankAccountId } = account as Any;
    await accounts.deleteOne({ bankAccountId });
    await collectionIn(databases, 'accounts', 'transactions').deleteMany({ bankAccountId });
    expect((await find()).map(({ kind }) => kind)).toContain('feedAhead');
    const { left } = await repairDifferences(find, () => ({ bus: services.bus, now: new Date() }), 5_000);
    expect(left.filter(({ kind }) => kind === 'feedAhead')).toEqual([]);
    expect(await accounts.countDocuments({ bankAccountId, details: { $exists: true } })).toBe(1);
  });

  it('consent without the end of a basket releases its consent', async () => {
    const { consentId: _id } = await askForConsent(services.bus, {}, EXPLICIT);
    const { paymentId } = await askForPayment(services.bus, {}, EXPLICIT);
    const body = { paymentIds: [paymentId], consentIds: [_id] };
    const { basketId } = await services.bus.ask(createBasket, { ...creation(EXPLICIT), body });
    const { tpp } = creation();
    await services.bus.ask(deleteBasket, { tpp, basketId, requestId: crypto.randomUUID() });
    const consents = collectionIn(databases, 'consent', 'consents');
    await eventually(
      () => consents.findOne({ _id }),
      (consent) => consent?.['basketId'] === undefined,
    );
    await consents.updateOne({ _id }, { $set: { basketId } });
    expect((await find()).map(({ kind }) => kind)).toContain('consentHeldByNoBasket');
    await repair();
    await eventually(
      () => consents.findOne({ _id }),
      (consent) => consent?.['basketId'] === undefined,
    );
  });

  it('all databases, restored from a backup of one moment under load, agree', async () => {
    const { mongoUrl } = testServers();
    const names = DATABASES.map((name) => services.database(name).databaseName);
    const folder = mkdtempSync(join(tmpdir(), 'xs2a-backup-'));
    const load = (async () => {
      for (let count = 0; count < 3; count++) await paid();
    })();
    const dumps = await dumpDatabases(mongoUrl, names, folder);
    await load;
    const prefix = freshDatabaseName('restored');
    await using client = await MongoClient.connect(mongoUrl, { useBigInt64: true });
    const restored: Partial<Record<(typeof DATABASES)[number], Db>> = {};
    for (const [at, name] of DATABASES.entries()) {
      restored[name] = client.db(`${prefix}-${name}`);
      await restoreDatabase(mongoUrl, { name: `${prefix}-${name}`, folder: dumps[at]?.folder ?? '' });
    }
    const options = { now: new Date(), withBank: true, underWayMs: 0 };
    expect(await findDifferences(restored as Databases, options)).toEqual([]);
    expect(await restored.bank?.collection('entries').countDocuments()).toBeGreaterThan(1_000);
  });

  it('the command prints a line for each difference, or JSON, and exits with 1, or with 0 if there is none', async () => {
    const env = {
      ...process.env,
      MONGO_URL: testServers().mongoUrl,
      NATS_URL: services.natsUrl,
      ...Object.fromEntries(
        DATABASES.map((name) => [`MONGO_DATABASE_${name.toUpperCase()}`, services.database(name).databaseName]),
      ),
    };
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['tools/xs2a.ts', 'reconcile', ...args], { cwd: ROOT, env }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
      );
    await collectionIn(databases, 'sca', 'deadLetters').insertOne({
      _id: 'd1',
      collection: 'authorisations',
      documentId: 'a1',
      situation: 'fieldInvalid',
      at: LONG_AGO,
      entry: {
        id: 'e',
        subject: 'payments.settle',
        request: {},
        requestId: 'r',
        traceparent: 't',
        attempts: 1,
        nextAt: LONG_AGO,
      },
    });
    const lines = await run();
    expect(lines.code).toBe(1);
    expect(lines.stdout).toMatch(/repairable deadLetter .*sca\/deadLetters\/d1/);
    const { differences } = JSON.parse((await run('--json')).stdout) as {
      differences: { kind: string; repairable: boolean }[];
    };
    expect(differences).toContainEqual(expect.objectContaining({ kind: 'deadLetter', repairable: true }));
    await collectionIn(databases, 'sca', 'deadLetters').deleteOne({ _id: 'd1' });
    const repaired = await run('--repair');
    expect(repaired.stdout).toMatch(/repaired, \d+ left/);
  });
});
