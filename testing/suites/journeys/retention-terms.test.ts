import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceName } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { startServicesOf } from '@xs2a/test-system/start/start-services';
import { describe, expect, it } from 'vitest';

const DAYS = 500;
const PROFILE = `preset: hr-full
retention:
  consentDays: ${DAYS}
  paymentDays: ${DAYS}
  authorisationDays: ${DAYS}
  transactionDays: ${DAYS}
  deadLetterDays: ${DAYS}
`;

const services = forAllTests(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'retention-'));
  const profile = join(folder, 'bank.yaml');
  writeFileSync(profile, PROFILE);
  const started = await startServicesOf(profile, 'consent', 'payments', 'sca', 'accounts');
  return Object.assign(started, {
    [Symbol.asyncDispose]: async () => {
      for (const service of Object.values(started.running)) await service.stop();
      rmSync(folder, { recursive: true });
    },
  });
});

type Document = Record<string, unknown> & { _id: string };
const collection = (service: ServiceName, name: string) => services.database(service).collection<Document>(name);
const run = (service: ServiceName) => services.running[service].kit.jobs.runNow('retention');

/** A document whose last status, day and date were so many days ago. */
function aged(days: number, fields: object): Document {
  const at = new Date(services.clock.now().getTime() - days * 86_400_000);
  const unique = { tppId: 'TPP', requestId: crypto.randomUUID(), redirectReference: crypto.randomUUID() };
  const entry = {
    bankAccountId: 'account',
    bankReference: crypto.randomUUID(),
    entryDate: at.toISOString().slice(0, 10),
  };
  const created = new Date(at.getTime() - 86_400_000);
  const history = [created, at].map((moment) => ({ at: moment, hash: 'h' }));
  return { _id: crypto.randomUUID(), ...unique, ...entry, at, history, outbox: [], notices: [], ...fields };
}

async function store(service: ServiceName, name: string, ...documents: Document[]): Promise<string[]> {
  await collection(service, name).insertMany(documents, { bypassDocumentValidation: true });
  return documents.map(({ _id }) => _id);
}
const left = async (service: ServiceName, name: string, ids: string[]): Promise<string[]> =>
  collection(service, name)
    .find({ _id: { $in: ids } })
    .map(({ _id }) => _id)
    .toArray();

const NO_MEMBERS = { paymentIds: [], consentIds: [] };
const PARENT = { parent: { kind: 'payment', id: 'deleted long ago' } };

/** Service, collection, an ended document and an open one. */
const KINDS: readonly (readonly [ServiceName, string, object, object | undefined])[] = [
  ['consent', 'consents', { consentStatus: 'expired' }, { consentStatus: 'valid', recurringIndicator: false }],
  ['consent', 'fundsConsents', { consentStatus: 'revokedByPsu' }, { consentStatus: 'valid' }],
  ['payments', 'payments', { transactionStatus: 'ACSC' }, { transactionStatus: 'ACSP' }],
  [
    'payments',
    'baskets',
    { transactionStatus: 'ACTC', ...NO_MEMBERS },
    { transactionStatus: 'PATC', authoriseUntil: new Date('2999-01-01'), ...NO_MEMBERS },
  ],
  ['sca', 'authorisations', { scaStatus: 'finalised', ...PARENT }, { scaStatus: 'unconfirmed', ...PARENT }],
  ['accounts', 'transactions', { bookingStatus: 'booked' }, { bookingStatus: 'pending' }],
  ['payments', 'deadLetters', {}, undefined],
];

describe.each(KINDS)('%s: %s', (service, name, ended, open) => {
  it('keeps what ended a day too late and what is open, and deletes what is due', async () => {
    const [young = '', due = ''] = await store(service, name, aged(DAYS - 1, ended), aged(DAYS + 1, ended));
    const [isOpen = ''] = open === undefined ? [] : await store(service, name, aged(DAYS + 400, open));
    await run(service);
    const expected = [young, ...(open === undefined ? [] : [isOpen])];
    expect((await left(service, name, [young, due, isOpen])).toSorted()).toEqual(expected.toSorted());
  });
});

describe('evidence of an approval', () => {
  it('stays as long as the payment or consent that was approved, and goes after it', async () => {
    const [payment = ''] = await store('payments', 'payments', aged(DAYS + 1, { transactionStatus: 'ACSP' }));
    const [consent = ''] = await store('consent', 'consents', aged(1, { consentStatus: 'expired' }));
    const parents = [
      { kind: 'payment', id: payment },
      { kind: 'consent', id: consent },
    ];
    const documents = parents.map((parent) => aged(DAYS + 1, { scaStatus: 'finalised', parent }));
    const ids = await store('sca', 'authorisations', ...documents);
    await run('sca');
    expect(await left('sca', 'authorisations', ids)).toHaveLength(2);
    await collection('payments', 'payments').deleteOne({ _id: payment });
    await run('sca');
    expect(await left('sca', 'authorisations', ids)).toEqual([ids[1]]);
  });

  it('stays if the owner of the payment cannot be asked', async () => {
    const parent = { kind: 'basket', id: 'basket' };
    const ids = await store('sca', 'authorisations', aged(DAYS + 1, { scaStatus: 'failed', parent }));
    await services.running.payments.stop();
    await expect(run('sca')).rejects.toThrow();
    expect(await left('sca', 'authorisations', ids)).toEqual(ids);
    await services.restart('payments');
  });

  it('is also a basket, until its payments and consents are deleted', async () => {
    const [payment = ''] = await store('payments', 'payments', aged(DAYS + 1, { transactionStatus: 'ACSP' }));
    const [consent = ''] = await store('consent', 'consents', aged(1, { consentStatus: 'expired' }));
    const of = (members: object) => aged(DAYS + 1, { transactionStatus: 'ACTC', ...NO_MEMBERS, ...members });
    const baskets = [of({ paymentIds: [payment] }), of({ consentIds: [consent] }), of({ paymentIds: ['gone'] })];
    const ids = await store('payments', 'baskets', ...baskets);
    await run('payments');
    expect((await left('payments', 'baskets', ids)).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  });
});

it('a payment goes with its executions, its bulk message and the checks of its payees', async () => {
  const ended = { transactionStatus: 'ACSC' };
  const [paymentId = ''] = await store('payments', 'payments', aged(DAYS + 1, ended));
  const of = { paymentId, occurrenceDate: '2020-01-01', block: 1, first: 1 };
  const executions = await store('payments', 'executions', aged(DAYS + 1, { ...ended, ...of }));
  const transfers = await store('payments', 'bulkTransfers', aged(0, of));
  const checks = await store('payments', 'payeeResults', aged(0, of));
  await store('payments', 'bulkMessages', aged(0, { _id: paymentId }));
  await run('payments');
  expect(await left('payments', 'executions', executions)).toEqual([]);
  expect(await left('payments', 'bulkTransfers', transfers)).toEqual([]);
  expect(await left('payments', 'payeeResults', checks)).toEqual([]);
  expect(await left('payments', 'bulkMessages', [paymentId])).toEqual([]);
});
